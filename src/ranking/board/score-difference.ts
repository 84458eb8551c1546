import { normalTail } from '../../statistics/normal-tail.ts';
import { type IntervalScore, intervalErrors } from './interval-errors.ts';

/** A difference of two scores, with its 90% interval. */
export interface ScoreDifference {
  /** First less second. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** P(the first is higher); ½ where both are known and equal. */
  readonly probability: number;
}

/**
 * The difference of two scores from their own intervals: squares of the distances that matter are added,
 *
 *   low  = d − √((a − a_low)² + (b_high − b)²),   high = d + √((a_high − a)² + (b − b_low)²),
 *
 * so that lopsided intervals stay lopsided. The probability is that of a normal error on the side of 0. The errors are taken
 * as independent. Two tests on one calibration share its errors, which are alike for models of like ability: then the
 * difference is known better than this says.
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
