import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { normalQuantile } from '../../statistics/normal-quantile.ts';
import { normalTail } from '../../statistics/normal-tail.ts';
import { pairedScoreInterval } from '../../statistics/paired-score-interval.ts';
import { pairedScoreStatistic } from '../../statistics/paired-score-statistic.ts';
import { studentQuantile } from '../../statistics/student-quantile.ts';
import { studentTail } from '../../statistics/student-tail.ts';
import type { SampledDifference } from './difference-sample.ts';

/** What a sample says of a difference; unit 1. */
export interface DifferenceBelief {
  readonly difference: number;
  readonly standardError: number;
  /** P-value of "the difference is at most `bound`". */
  above(bound: number): number;
  /** P-value of "the difference is at least `bound`". */
  below(bound: number): number;
  /** The interval that leaves out `tail` on each side, 1e-6 ≤ `tail` ≤ 0.5. */
  interval(tail: number): { readonly low: number; readonly high: number };
}

/**
 * Intervals and p-values of a difference.
 *
 * - `recorded`, the difference on this bank: Student's t with the variance of the sample; exact once all items were asked.
 * - `expected`, the difference on an unlimited number of items like these: the variance of the sample plus that of the bank as a sample
 *   of such items, Σ w² d² − D² Σ w². Once all items were asked, this is the paired comparison of two proportions, and Tango's score
 *   method takes the place of Student's t.
 *
 * @param itemSquares Σ w² of the weights of all items
 * @see Cochran (1977), Sampling Techniques, 2.6 (finite population correction); Tango (1998), Statistics in Medicine 17, 891–908
 */
export function differenceBelief(
  sample: SampledDifference,
  itemSquares: number,
  target: ScoreTarget,
): DifferenceBelief {
  const { difference, squares } = sample;
  const ofItems = Math.max(0, squares - difference ** 2 * itemSquares);
  const isWhole = sample.variance === 0;
  if (target === 'expected' && isWhole) {
    const n = 1 / itemSquares;
    const disagreeing = Math.min(n, Math.max(n * Math.abs(difference), squares / itemSquares ** 2));
    const onlyA = Math.max(0, (disagreeing - n * difference) / 2);
    const onlyB = Math.max(0, (disagreeing + n * difference) / 2);
    const statistic = (bound: number) => pairedScoreStatistic(onlyA, onlyB, n, bound);
    return {
      difference,
      standardError: Math.sqrt(ofItems),
      above: (bound) => normalTail(statistic(bound)),
      below: (bound) => normalTail(-statistic(bound)),
      interval: (tail) => pairedScoreInterval(onlyA, onlyB, n, normalQuantile(tail)),
    };
  }
  const variance = sample.variance + (target === 'expected' ? ofItems : 0);
  const standardError = Math.sqrt(variance);
  const statistic = (bound: number) =>
    difference === bound ? 0 : (difference - bound) / standardError;
  return {
    difference,
    standardError,
    above: (bound) =>
      isWhole && difference === bound ? 1 : studentTail(statistic(bound), sample.degrees),
    below: (bound) =>
      isWhole && difference === bound ? 1 : studentTail(-statistic(bound), sample.degrees),
    interval(tail) {
      const half = standardError === 0 ? 0 : studentQuantile(tail, sample.degrees) * standardError;
      return { low: Math.max(-1, difference - half), high: Math.min(1, difference + half) };
    },
  };
}
