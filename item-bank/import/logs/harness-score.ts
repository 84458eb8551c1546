import { fail } from '../../../src/errors.ts';
import { quoted, quotedValue } from '../../../src/text/quoted.ts';
import type { HarnessSample } from './harness-sample.ts';
import { statedDirection } from './lm-eval-model.ts';
import { loggedLetter } from './logged-letter.ts';
import {
  directionOf,
  isFlipped,
  type LoggedMetric,
  refuseUnknown,
  scoreByMetric,
  statedOf,
  usualMetric,
} from './metric-direction.ts';

/** Metrics that say of one answer how right it is, best first. */
const PREFERRED = ['exact_match', 'acc', 'acc_norm'];

/** Where a sample stands, for errors. */
interface SamplePlace {
  readonly file: string;
  readonly where: string;
}

/** Scores the samples of one examinee, all of them by one metric. */
export interface HarnessScorer {
  /**
   * The score in [0, 1], and whether it comes of comparing the response with the target.
   * @throws FILE_INVALID
   */
  score(sample: HarnessSample, place: SamplePlace): { score: number; compared: boolean };
  /** The metric scored by; undefined while none was met. */
  metric(): string | undefined;
  /** Metrics of the samples that are scores too, and are not scored by. */
  others(): readonly string[];
  /** Whether scores are 1 − x. */
  isFlipped(): boolean;
}

/**
 * A scorer by the metric `asked`; where none is asked for, by the first sample's exact_match, else acc, else
 * acc_norm, else its first metric. Samples are compared with their target if the first one has no metric, unless one is asked for.
 */
export function harnessScorer(asked?: string): HarnessScorer {
  let metric = asked;
  let isCompared: boolean | undefined;
  let flips = false;
  const met = new Set<string>();
  return {
    score(sample, place) {
      metric ??= preferredMetric(sample, place.file);
      for (const name of metricsOf(sample)) met.add(name);
      isCompared ??= metric === undefined;
      if (metric !== undefined && isCompared)
        fail('OPTION_INVALID', {
          option: '--metric',
          found: `nothing, and lines before ${place.where} of ${place.file} have no metric`,
          accepted: quoted(metric),
        });
      if (metric === undefined) return { score: targetScore(sample, place), compared: true };
      const stated = statedOf(metric, asked, statedDirection(place.file, metric));
      flips ||= isFlipped(metric, stated);
      return { score: metricScore(sample, metric, stated, place), compared: false };
    },
    metric: () => metric,
    others: () => [...met].filter((name) => name !== metric && directionOf(name) !== 'measure'),
    isFlipped: () => flips,
  };
}

/** Fields of a line that are neither metrics nor what they were computed from. */
const NO_METRICS =
  /^(?:doc_id|target|filter|.*_hash|id|index|idx|seed|repeat\w*|.*(?:tokens?|time|latency|length|count|cost))$/i;

/** The metrics a sample has values of. In logs without the list `metrics` they are the fields with a number or a truth value. */
function metricsOf(sample: HarnessSample): string[] {
  const names = sample.metrics?.filter((name) => Object.hasOwn(sample, name));
  return (
    names ??
    Object.keys(sample).filter(
      (name) => PREFERRED.includes(name) || (!NO_METRICS.test(name) && isNumber(sample[name])),
    )
  );
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/**
 * The metric to score by: a preferred one, else the usual one of those with one number, else the first; undefined if there is none.
 * @throws OPTION_INVALID if it is not known whether larger values of it are better
 */
function preferredMetric(sample: HarnessSample, file: string): string | undefined {
  const names = metricsOf(sample);
  const preferred = PREFERRED.find((name) => names.includes(name));
  if (preferred !== undefined) return preferred;
  const numbers = names
    .filter((name) => isNumber(sample[name]))
    .map((name): LoggedMetric => ({ name, stated: statedDirection(file, name) }));
  const usual = usualMetric(numbers);
  if (usual === undefined) return names[0];
  refuseUnknown(
    usual,
    names.filter((name) => name !== usual.name),
    file,
  );
  return usual.name;
}

/** The score by `metric`: true and false count as 1 and 0, an error x as 1 − x. @throws FILE_INVALID */
function metricScore(
  sample: HarnessSample,
  metric: string,
  stated: boolean | undefined,
  { file, where }: SamplePlace,
): number {
  if (!Object.hasOwn(sample, metric)) {
    const metrics = metricsOf(sample);
    fail('FILE_INVALID', {
      file,
      where,
      found: metrics.length === 0 ? 'no metrics' : `the metrics ${metrics.map(quoted).join(', ')}`,
      accepted: `a line with the metric ${quoted(metric)}`,
    });
  }
  const value = sample[metric];
  const place = where === '' ? file : `${file}, ${where}`;
  return (
    scoreByMetric(value, metric, place, stated) ??
    fail('FILE_INVALID', {
      file,
      where: `${where}, metric ${quoted(metric)}`,
      found: quotedValue(value),
      accepted: 'a number in [0, 1], true or false',
    })
  );
}

/**
 * 1 if the first filtered response is the target, 0 if it is not; spaces at the ends and case do not
 * count. For lines without any metric. @throws FILE_INVALID if there is no such text to compare
 */
function targetScore(sample: HarnessSample, { file, where }: SamplePlace): number {
  const response = onlyText(sample.filtered_resps);
  const { target } = sample;
  if (response === undefined || (typeof target !== 'string' && typeof target !== 'number')) {
    return fail('FILE_INVALID', {
      file,
      where,
      found: 'neither a metric nor a response to compare with the target',
      accepted: 'a line with a metric such as "exact_match": 1',
    });
  }
  const plain = (text: string) => text.trim().toLowerCase();
  return plain(response) === plain(String(target)) ? 1 : 0;
}

/** What a line says was extracted from the output: see loggedLetter. */
export function harnessLetter({ filtered_resps }: HarnessSample): string | null | undefined {
  return loggedLetter(onlyText(filtered_resps));
}

/** The text of `["B"]` or `[["B"]]`. Lists of several are log-likelihoods of options, or repeats. */
function onlyText(filtered: unknown): string | undefined {
  let value = filtered;
  for (let depth = 0; depth < 2 && Array.isArray(value) && value.length === 1; depth++)
    value = value[0];
  return typeof value === 'string' && value !== filtered ? value : undefined;
}
