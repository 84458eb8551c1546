import { normalTail } from '../../statistics/normal-tail.ts';
import { type IntervalScore, intervalErrors } from './interval-errors.ts';

/** A difference of two scores, with its 90% interval. */
export interface ScoreDifference {
  /** First minus second. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** P(the first is higher); ½ where both are known and equal. */
  readonly probability: number;
}

/**
 * The difference of two scores from their own intervals, by adding the squares of the relevant distances:
 *
 *   low  = d − √((a − a_low)² + (b_high − b)²),   high = d + √((a_high − a)² + (b − b_low)²),
 *
 * so that asymmetric intervals stay asymmetric. The probability assumes a normal error on the side of 0, and independent
 * errors. Two tests on one calibration share its errors, which are similar for models of similar ability; the difference is
 * then known better than this interval says.
 *
 * @see Newcombe (1998), Statistics in Medicine 17, 873–890; Zou & Donner (2008), Statistics in Medicine 27, 1693–1702
 */
export function scoreDifference(a: IntervalScore, b: IntervalScore): ScoreDifference {
  const difference = a.score - b.score;
  const down = Math.hypot(Math.max(0, a.score - a.low), Math.max(0, b.high - b.score));
  const up = Math.hypot(Math.max(0, a.high - a.score), Math.max(0, b.score - b.low));
  return {
    difference,
    low: difference - down,
    high: difference + up,
    probability: aheadProbability(difference, differenceError(a, b)),
  };
}

/** The standard error of a difference of two scores on the side of 0. */
function differenceError(a: IntervalScore, b: IntervalScore): number {
  const [higher, lower] = a.score >= b.score ? [a, b] : [b, a];
  return Math.hypot(intervalErrors(higher).below, intervalErrors(lower).above);
}

function aheadProbability(difference: number, se: number): number {
  if (difference === 0) return 0.5;
  return normalTail(-difference / se);
}
