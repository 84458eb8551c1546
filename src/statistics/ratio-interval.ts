import { studentQuantile } from './student-quantile.ts';

/** The mean of values in groups, such as all judgements of an item. */
export interface GroupSum {
  readonly sum: number;
  readonly count: number;
}

/**
 * The mean of all values, Σ sums / Σ counts, with the 90% interval of that ratio over groups like these: Student's t with n − 1 degrees of freedom and
 * the linearized variance Σ (s_i − R c_i)² n / ((n − 1) (Σ c_i)²). Values of a group may depend on one another.
 * @param groups at least one, each with a count above 0
 * @returns ends of the interval null with fewer than two groups
 * @see Cochran (1977), Sampling Techniques, 6.3 and 9A.1 (ratio to size)
 */
export function ratioInterval(groups: readonly GroupSum[]): {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
} {
  const n = groups.length;
  const sum = groups.reduce((total, own) => total + own.sum, 0);
  const count = groups.reduce((total, own) => total + own.count, 0);
  const value = sum / count;
  if (n < 2) return { value, low: null, high: null };
  const squares = groups.reduce((total, own) => total + (own.sum - value * own.count) ** 2, 0);
  const half = studentQuantile(0.05, n - 1) * Math.sqrt((squares * n) / (n - 1) / count ** 2);
  return { value, low: value - half, high: value + half };
}
