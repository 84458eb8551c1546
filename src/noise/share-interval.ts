import { mean } from '../statistics/mean.ts';
import { sampleVariance } from '../statistics/sample-variance.ts';
import { studentQuantile } from '../statistics/student-quantile.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { Ends } from './combination-interval.ts';

export interface ShareInterval extends Ends {
  readonly value: number;
  readonly se: number;
}

/**
 * Interval of the mean over items of an estimate in [0, 1] per item, such as pass@k: Wilson's, for the number of answers of one item each
 * that would have the variance V found. With f the share of all items that were asked and W the mean variance of an item's own estimate,
 * V = (1 − f) s²/n + f W/n, s² the variance between items, which includes W. The quantile is Student's with n − 1 degrees of freedom. Of means
 * near 0 and 1, where s² can be 0 by chance, at most `most` answers are counted.
 *
 * @param values one per item
 * @param asked f, 0 for items that stand for others like them, 1 for all items of a bank
 * @param within W, at most s² is used
 * @param most answers per item that are independent at best
 * @see Korn & Graubard (1998), Survey Methodology 24, 193–201 (effective sample size); Cochran (1977), Sampling Techniques, 10.3
 */
export function shareInterval(
  values: ArrayLike<number>,
  {
    asked = 0,
    within,
    most = 1,
    confidence,
  }: {
    readonly asked?: number;
    readonly within?: number | null;
    readonly most?: number;
    readonly confidence: number;
  },
): ShareInterval {
  const n = values.length;
  const value = Math.min(1, Math.max(0, mean(values)));
  const between = sampleVariance(values);
  const own = Math.min(between, Math.max(0, within ?? between));
  const variance = ((1 - asked) * between + asked * own) / n;
  const se = Math.sqrt(variance);
  if (n < 2) return { value, se, low: 0, high: 1 };
  const all = n * most;
  const effective =
    variance > 0 ? Math.min(all, (value * (1 - value)) / variance) : isEnd(value) ? n : all;
  const t = studentQuantile((1 - confidence) / 2, n - 1);
  return { value, se, ...wilsonInterval(value, effective, t) };
}

/** None or all right: nothing is known of how much items differ. */
function isEnd(value: number): boolean {
  return value === 0 || value === 1;
}
