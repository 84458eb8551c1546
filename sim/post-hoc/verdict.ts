import { quantile } from '../../src/statistics/quantile.ts';

/** Ends of an interval; null where it is not defined. */
export interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

const VERDICTS = ['better', 'not worse', 'worse', 'undecided'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * What an interval says of a figure of which less is better: `better` where all of it lies below what is equal,
 * `not worse` where none of it lies above the margin, `worse` where all of it does, `undecided` where the margin lies
 * within it. Of a 90% interval each of these errs one time in twenty at most.
 *
 * @param equal the figure of two that are alike; margin the largest that still counts as not worse
 * @see ICH E9 (1998), Statistical Principles for Clinical Trials, 3.3.2, on non-inferiority
 */
export function verdictOf({ low, high }: Interval, equal: number, margin: number): Verdict {
  if (low === null || high === null) return 'undecided';
  if (high < equal) return 'better';
  if (high <= margin) return 'not worse';
  return low > margin ? 'worse' : 'undecided';
}

/** The 5th and the 95th percentile, as `percentileInterval` gives them: their ends are one-sided 95% bounds. */
export function interval90(values: readonly (number | null)[]): Interval {
  return percentileInterval(values, 0.05);
}

/**
 * The values that cut off the share `tail` (in (0, ½)) of those that are defined at either end, interpolated between
 * neighbours; null where less than half of them are defined.
 */
export function percentileInterval(values: readonly (number | null)[], tail: number): Interval {
  const known = values.filter((v) => v !== null).sort((x, y) => x - y);
  if (2 * known.length < values.length || known.length === 0) return { low: null, high: null };
  return { low: quantile(known, tail), high: quantile(known, 1 - tail) };
}
