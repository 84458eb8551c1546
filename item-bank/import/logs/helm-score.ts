import { z } from 'zod';
import { fail } from '../../../src/errors.ts';
import { quoted } from '../../../src/text/quoted.ts';
import type { RecordAnswer } from '../format.ts';
import { parseValue } from '../records/parse-value.ts';
import { Rejection } from '../records/records.ts';
import { directionOf, isFlipped, scoreByMetric, statedOf } from './metric-direction.ts';

/** Metrics that say of one answer whether it is right, best first. */
const PREFERRED = ['exact_match', 'quasi_exact_match'];
const SHOWN = 8;
/** The part of the data that counts where it is there: the others were for choosing settings. */
export const TEST = 'test';

const STAT = z.looseObject({
  name: z.looseObject({
    name: z.string(),
    split: z.string().nullish(),
    perturbation: z.unknown().optional(),
  }),
  count: z.number().optional(),
  mean: z.number().nullish(),
});
const ENTRY = z.looseObject({
  instance_id: z.string().min(1),
  train_trial_index: z.number().optional(),
  perturbation: z.unknown().optional(),
  /** Statistics in a list, as in per_instance_stats.json; by name, as in display_predictions.json. */
  stats: z.union([z.array(STAT), z.record(z.string(), z.number())]),
});

/** One entry of per-instance statistics, of an instance as it is. */
export interface HelmEntry {
  readonly id: string;
  readonly metrics: ReadonlyMap<string, number>;
  /** The part of the data that it is of, if it says so. */
  readonly split: string | undefined;
}

/** @throws Rejection for perturbed instances and further trials, which are other questions or the same one again */
export function helmEntry(value: unknown): HelmEntry {
  const {
    instance_id: id,
    train_trial_index: trial = 0,
    perturbation,
    stats,
  } = parseValue(ENTRY, value);
  if (perturbation != null) throw new Rejection(`instance ${id}: a perturbed instance`, true);
  if (trial !== 0) throw new Rejection(`instance ${id}: trial ${trial}; only trial 0 counts`, true);
  const listed = Array.isArray(stats) ? stats : [];
  const splits = listed.flatMap(({ name: { split } }) => split ?? []);
  const split = splits.includes(TEST) ? TEST : splits[0];
  const metrics = new Map<string, number>();
  if (!Array.isArray(stats))
    for (const [name, mean] of Object.entries(stats)) metrics.set(name, mean);
  else
    for (const { name, count = 1, mean } of stats)
      if (
        name.perturbation == null &&
        (name.split ?? split) === split &&
        count > 0 &&
        mean != null &&
        !metrics.has(name.name)
      )
        metrics.set(name.name, mean);
  return { id, metrics, split };
}

/** Scores the entries of one reading, all of them by one metric. */
export type HelmScorer = (
  entry: HelmEntry,
  file: string,
) => Required<Pick<RecordAnswer, 'score' | 'metric' | 'otherMetrics' | 'isFlipped'>>;

/**
 * A scorer by the metric `asked`; where none is asked for, by exact_match, else quasi_exact_match of the first entry that has one.
 * Its scores are 0 or 1: a fraction ends the reading, because the right and wrong answers alone would be no sample of all.
 */
export function helmScorer(asked?: string): HelmScorer {
  let metric = asked;
  return ({ id, metrics }, file) => {
    metric ??= PREFERRED.find((name) => metrics.has(name));
    const score = metric === undefined ? undefined : metrics.get(metric);
    if (score === 0 || score === 1)
      return {
        score: scoreByMetric(score, metric!, file, statedOf(metric!, asked))!,
        metric,
        otherMetrics: [...metrics.keys()].filter(
          (name) => name !== metric && directionOf(name) !== 'measure',
        ),
        isFlipped: isFlipped(metric!),
      };
    if (metric === undefined || score === undefined) {
      const wanted = metric ?? PREFERRED.join(' or ');
      const found = metrics.size === 0 ? 'none' : shown([...metrics.keys()]);
      throw new Rejection(
        `instance ${id}: no metric ${wanted}; found: ${found}; choose one with --metric`,
      );
    }
    const whole = [...metrics].flatMap(([name, own]) => (own === 0 || own === 1 ? [name] : []));
    return fail('FILE_INVALID', {
      file,
      where: `instance ${quoted(id)}, metric ${quoted(metric)}`,
      found: String(score),
      accepted: `0 or 1: choose a metric of right and wrong with --metric${whole.length === 0 ? '' : ` (0 or 1 for this instance: ${shown(whole)})`}`,
    });
  };
}

function shown(names: readonly string[]): string {
  const first = names
    .slice(0, SHOWN)
    .map((name) => name.slice(0, 60))
    .join(', ');
  return names.length > SHOWN ? `${first}, …` : first;
}
