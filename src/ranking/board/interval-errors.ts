import { NORMAL_90 } from '../../statistics/normal-points.ts';

/** A score with its 90% interval, all in the same unit; an interval of no width for a score that is known exactly. */
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
 * The standard errors that a 90% interval stands for: the distances of its ends over the normal quantile z = 1.645. An
 * interval that was widened until it held for recorded models gives wider errors; one that is cut at what is possible
 * gives a smaller one on that side.
 */
export function intervalErrors({ score, low, high }: IntervalScore): IntervalErrors {
  return {
    below: Math.max(0, score - low) / NORMAL_90,
    above: Math.max(0, high - score) / NORMAL_90,
  };
}
