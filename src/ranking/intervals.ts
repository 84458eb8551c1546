import type { PredictedScore } from '../irt/predicted-score.ts';
import { conformalFactor, type IntervalFactor } from './conformal.ts';

/** A 90% interval of a predicted score, in [0, 1]. */
export interface ScoreInterval extends IntervalFactor {
  readonly low: number;
  readonly high: number;
}

/**
 * The interval of each predicted score, widened until it would have held for 90% of the other examinees (those of its own
 * family left out), and cut to the range that the answers leave possible.
 *
 * @param actual the known scores; the interval of examinee i does not use its own known score
 */
export function scoreIntervals(
  predicted: readonly PredictedScore[],
  actual: ArrayLike<number>,
  families: readonly string[],
): ScoreInterval[] {
  const ratios = errorRatios(predicted, actual);
  const factors = new Map<string, IntervalFactor>();
  return predicted.map((prediction, i) => {
    const family = families[i];
    const known = factors.get(family);
    const factor = known ?? conformalFactor(ratios.filter((_, k) => families[k] !== family));
    if (known === undefined) factors.set(family, factor);
    return scoreInterval(prediction, factor);
  });
}

/** |error| / SE of each prediction; 0 if it is exact. */
export function errorRatios(
  predicted: readonly PredictedScore[],
  actual: ArrayLike<number>,
): number[] {
  return predicted.map(({ score, se }, i) => {
    const error = Math.abs(score - actual[i]);
    return error < 1e-12 ? 0 : error / se;
  });
}

/** A score over the whole bank is a sum: an exact prediction of it can differ by this. */
const ROUNDING = 1e-9;

/** True if an interval holds a score, to the rounding of a sum over the bank. */
export function holds({ low, high }: { low: number; high: number }, score: number): boolean {
  return low - ROUNDING <= score && score <= high + ROUNDING;
}

/** The interval of one predicted score: `factor` standard errors to each side; it contains the score in spite of rounding. */
export function scoreInterval(prediction: PredictedScore, factor: IntervalFactor): ScoreInterval {
  const { score, se, least, most } = prediction;
  const half = se === 0 ? 0 : factor.factor * se;
  return {
    low: Math.min(score, Math.max(least, score - half)),
    high: Math.max(score, Math.min(most, score + half)),
    ...factor,
  };
}
