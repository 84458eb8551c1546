import type { ModelOutcomes } from './length-study.ts';
import { Moments } from './moments.ts';
import { recordedValue } from './recorded-replications.ts';
import { type Goal, goalOf, type Target } from './target.ts';

/** A measure at one length over other models and other seeds. */
export interface ModelPoint {
  readonly length: number;
  /** One entry per target: the standard error over families and seeds. */
  readonly se: readonly number[];
}

/** The shortest length over models like the recorded ones: one that is certainly too short, one that is certainly enough. */
export interface ModelInterval {
  readonly low: number;
  /** Null if the longest length is not certainly enough. */
  readonly high: number | null;
  readonly points: readonly ModelPoint[];
}

/** With fewer families, nothing can be said about others. */
const LEAST_FAMILIES = 3;

/**
 * The interval of the length if the recorded models are seen as a sample of families: at each length the mean over the seeds,
 * with the delete-one-family jackknife plus the variation over seeds as variance. The interval contains the lengths at which
 * the target is neither clearly missed nor clearly reached, ± z standard errors.
 *
 * @param outcomes of each length, ascending, one entry per replication
 * @param actual recorded score of each model
 * @param families one entry per model
 * @returns null with fewer than three families
 * @see Efron & Stein (1981), Annals of Statistics 9, 586–596
 */
export function modelInterval(
  outcomes: ReadonlyMap<number, readonly ModelOutcomes[]>,
  targets: readonly Target[],
  actual: readonly number[],
  families: readonly string[],
  z: number,
): ModelInterval | null {
  const names = [...new Set(families)];
  if (names.length < LEAST_FAMILIES) return null;
  const rest = names.map((name) => families.flatMap((family, i) => (family === name ? [] : [i])));
  const goals = targets.map((target) => goalOf(target, actual.length));
  const lengths = [...outcomes.keys()]
    .filter((length) => outcomes.get(length)!.length > 1)
    .sort((x, y) => x - y);
  const points: ModelPoint[] = [];
  const statuses: ('misses' | 'reaches' | 'open')[] = [];
  for (const length of lengths) {
    const rows = outcomes.get(length)!;
    const found = targets.map((target) => meanAndError(rows, target, actual, rest));
    points.push({ length, se: found.map(({ se }) => se) });
    statuses.push(statusOf(found, goals, z));
  }
  const fails = statuses.findIndex((status) => status !== 'misses');
  const holds = statuses.findLastIndex((status) => status !== 'reaches') + 1;
  return {
    low: fails < 0 ? lengths[lengths.length - 1] + 1 : fails === 0 ? 1 : lengths[fails - 1] + 1,
    high: holds < lengths.length ? lengths[holds] : null,
    points,
  };
}

function meanAndError(
  rows: readonly ModelOutcomes[],
  { measure }: Target,
  actual: readonly number[],
  rest: readonly (readonly number[])[],
) {
  const seeds = new Moments();
  for (const row of rows) seeds.add(recordedValue(measure, row, actual));
  const left = new Moments();
  for (const models of rest) {
    const scores = models.map((i) => actual[i]);
    const means = new Moments();
    for (const { scores: predicted, held } of rows) {
      const part = { scores: models.map((i) => predicted[i]), held: models.map((i) => held[i]) };
      means.add(recordedValue(measure, part, scores));
    }
    left.add(means.mean);
  }
  const f = rest.length;
  const ofFamilies = ((f - 1) ** 2 / f) * left.variance;
  return { mean: seeds.mean, se: Math.sqrt(ofFamilies + seeds.variance / rows.length) };
}

function statusOf(
  found: readonly { readonly mean: number; readonly se: number }[],
  goals: readonly Goal[],
  z: number,
): 'misses' | 'reaches' | 'open' {
  const sides = found.map(({ mean, se }, k) => {
    const { low, high } = goals[k];
    if (mean + z * se < low || mean - z * se > high) return 'misses';
    return mean - z * se >= low && mean + z * se <= high ? 'reaches' : 'open';
  });
  if (sides.includes('misses')) return 'misses';
  return sides.includes('open') ? 'open' : 'reaches';
}
