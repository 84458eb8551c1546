import { NORMAL_90 } from '../../statistics/normal-points.ts';

/** A score with its 90% interval, in the same unit; the interval of an exactly known score has width 0. */
export interface IntervalScore {
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

/** Standard errors of a score to either side, in its unit. */
export interface IntervalErrors {
  readonly below: number;
  readonly above: number;
}

/**
 * The standard errors of a 90% interval: the distances of its ends from the score, divided by the normal quantile z = 1.645. An
 * interval that was widened to cover recorded models gives larger errors; one cut at the possible range gives a smaller error
 * on that side.
 */
export function intervalErrors({ score, low, high }: IntervalScore): IntervalErrors {
  return {
    below: Math.max(0, score - low) / NORMAL_90,
    above: Math.max(0, high - score) / NORMAL_90,
  };
}
