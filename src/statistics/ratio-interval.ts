import { studentQuantile } from './student-quantile.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** The mean of values in groups, such as all judgements of an item. */
export interface GroupSum {
  readonly sum: number;
  readonly count: number;
}

/** The ends that values can have. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/**
 * The mean of all values, Σ sums / Σ counts, with the 90% interval of that ratio over groups like these: Student's t with n − 1 degrees of freedom and
 * the linearized variance Σ (s_i − R c_i)² n / ((n − 1) (Σ c_i)²). Values of a group may depend on one another.
 *
 * Values of a known range [L, H] get an interval that never leaves it: Wilson's of the share p = (R − L)/(H − L), for the number of trials
 * p (1 − p) / V that has the variance V found, with the same t; n trials if V is 0.
 * @param groups at least one, each with a count above 0
 * @param range that all values lie in; null if it is not known
 * @returns ends of the interval null with fewer than two groups
 * @see Cochran (1977), Sampling Techniques, 6.3 and 9A.1 (ratio to size); Korn & Graubard (1998), Survey Methodology 24, 193–201 (number of trials)
 */
export function ratioInterval(
  groups: readonly GroupSum[],
  range: ValueRange | null = null,
): {
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
  const variance = (squares * n) / (n - 1) / count ** 2;
  const t = studentQuantile(0.05, n - 1);
  if (range === null) {
    const half = t * Math.sqrt(variance);
    return { value, low: value - half, high: value + half };
  }
  const width = range.high - range.low;
  const share = Math.min(1, Math.max(0, (value - range.low) / width));
  const trials = variance > 0 ? (share * (1 - share) * width ** 2) / variance : n;
  const ends = wilsonInterval(share, trials, t);
  return { value, low: range.low + width * ends.low, high: range.low + width * ends.high };
}
