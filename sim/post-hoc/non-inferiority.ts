import type { Interval } from './percentile-interval.ts';

const VERDICTS = ['better', 'not worse', 'worse', 'undecided'] as const;
export type NonInferiority = (typeof VERDICTS)[number];

/**
 * What an interval says of a figure of which less is better: `better` where all of it lies below what is equal,
 * `not worse` where none of it lies above the margin, `worse` where all of it does, `undecided` where the margin lies
 * within it. Of a 90% interval each of these errs one time in twenty at most.
 *
 * @param equal the figure of two that are alike; margin the largest that still counts as not worse
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
