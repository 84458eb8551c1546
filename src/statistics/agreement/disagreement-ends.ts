import { NORMAL_90 } from '../normal-points.ts';
import type { Interval } from '../percentile-interval.ts';
import { studentQuantile } from '../student-quantile.ts';
import { wilsonInterval } from '../wilson-interval.ts';

/** Errors below are rounding. */
const ROUNDING = 1e-9;

/**
 * A 90% interval of a coefficient of nominal agreement, 1 − d/e: Wilson's interval of the disagreement d, of as many independent units as have the error of the coefficient, fewer by
 * (z/t)² for the few units that the error is known from. Where labels are rare, or nearly all agree, large-sample intervals hold too seldom (value ± z · error in 50 to 80%,
 * `test/statistics/agreement/label-intervals.test.ts`); this one is wide there.
 *
 * @param disagreement d, in [0, 1]
 * @param chance e, the disagreement of independent labels, above 0
 * @param error of the coefficient; without one (all agree) each unit counts as one
 * @param units at least two
 * @param most independent units at most
 * @see Wilson (1927), JASA 22, 209–212; Korn & Graubard (1998), Survey Methodology 24, 193–201
 */
export function disagreementEnds(
  disagreement: number,
  chance: number,
  error: number,
  units: number,
  most = units,
): Interval {
  const few = (NORMAL_90 / studentQuantile(0.05, units - 1)) ** 2;
  const ofShare = error * chance;
  const spread = disagreement * (1 - disagreement);
  const independent =
    ofShare < ROUNDING || spread < ROUNDING
      ? units
      : Math.max(1, Math.min(most, spread / ofShare ** 2) * few);
  const { low, high } = wilsonInterval(disagreement, independent, NORMAL_90);
  return { low: Math.max(-1, 1 - high / chance), high: 1 - low / chance };
}
