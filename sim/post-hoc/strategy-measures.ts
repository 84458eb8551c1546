import { type FamilyPairs, familyPairs, pairTau } from './family-pairs.ts';
import type { StrategyScore } from './strategies.ts';

/** The sums behind a strategy's mean absolute error and τ at one length, by family. */
export interface Measures {
  /** Σ |error| over the models and seeds of each family. */
  readonly errors: Float64Array;
  /** One entry per seed. */
  readonly pairs: readonly FamilyPairs[];
}

/**
 * @param rows one per seed, with one score for each examinee
 * @param actual recorded scores
 * @param families the family of each examinee, from 0 to count − 1
 */
export function measuresOf(
  rows: readonly (readonly StrategyScore[])[],
  actual: ArrayLike<number>,
  families: Int32Array,
  count: number,
): Measures {
  const errors = new Float64Array(count);
  for (const row of rows)
    row.forEach(({ score }, i) => {
      errors[families[i]] += Math.abs(score - actual[i]);
    });
  const pairs = rows.map((row) =>
    familyPairs(
      row.map(({ score }) => score),
      actual,
      families,
      count,
    ),
  );
  return { errors, pairs };
}

/** Proportional to the mean absolute error of a sample in which family f comes counts[f] times. */
export function weightedError({ errors }: Measures, counts: Float64Array): number {
  return errors.reduce((sum, error, f) => sum + counts[f] * error, 0);
}

/** Kendall's τ of that sample, the mean over the seeds; null if one of them is not defined. */
export function meanTau({ pairs }: Measures, counts: Float64Array): number | null {
  let sum = 0;
  for (const ofSeed of pairs) {
    const tau = pairTau(ofSeed, counts);
    if (tau === null) return null;
    sum += tau;
  }
  return sum / pairs.length;
}
