import type { Interval } from '../../src/statistics/percentile-interval.ts';

const VERDICTS = ['better', 'not worse', 'worse', 'undecided'] as const;
export type NonInferiority = (typeof VERDICTS)[number];

/**
 * The verdict of an interval for a figure that should be low: `better` if all of it lies below equality, `not worse` if none of
 * it lies above the margin, `worse` if all of it does, `undecided` if it contains the margin. With a 90% interval, each verdict
 * is wrong at most one time in twenty.
 *
 * @param equal the value of equality; margin the largest value that still counts as not worse
 * @see ICH E9 (1998), Statistical Principles for Clinical Trials, 3.3.2, on non-inferiority
 */
export function nonInferiorityOf(
  { low, high }: Interval,
  equal: number,
  margin: number,
): NonInferiority {
  if (low === null || high === null) return 'undecided';
  if (high < equal) return 'better';
  if (high <= margin) return 'not worse';
  return low > margin ? 'worse' : 'undecided';
}
