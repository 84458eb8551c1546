import { NORMAL_90 } from 'thetarank';
import { type StrategyScore, scoreIntervals } from 'thetarank/study';

/** A score and the ends of its 90% interval, in [0, 1]. */
export interface Ends {
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /** Standard errors to each side; null for intervals from the sample's design. */
  readonly factor: number | null;
}

/** The intervals of all models of a bank, as `simulate post-hoc` makes them. */
export function intervalsOf(
  outcomes: readonly StrategyScore[],
  actual: Float64Array,
  families: readonly string[],
): Ends[] {
  const predictions = outcomes.map(({ prediction }) => prediction);
  if (predictions.every((prediction) => prediction !== null))
    return scoreIntervals(predictions, actual, families).map((own, i) => ({
      ...own,
      score: outcomes[i].score,
    }));
  return outcomes.map(({ interval, factor = null }) => ({ ...interval!, factor }));
}

/** The same interval with a factor of at least 1.645. */
export function atLeastNormal({ score, low, high, factor }: Ends): { low: number; high: number } {
  const times = factor === null ? 1 : Math.max(1, NORMAL_90 / factor);
  return {
    low: Math.max(0, score - times * (score - low)),
    high: Math.min(1, score + times * (high - score)),
  };
}
