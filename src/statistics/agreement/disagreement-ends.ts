import { NORMAL_90 } from '../normal-points.ts';
import type { Interval } from '../percentile-interval.ts';
import { studentQuantile } from '../student-quantile.ts';
import { wilsonInterval } from '../wilson-interval.ts';

/** Errors below are rounding. */
const ROUNDING = 1e-9;
/** The chance disagreement of two equally frequent grades: with it, (1 − v)/2 lies in [0, 1] for every v. */
const TWO_GRADES = 0.5;
/** Share of v² that counts in the smallest error of squares: 1 for a bivariate normal distribution, 0 for two grades. */
const NORMAL = 0.9;

export interface ErrorOptions {
  /** Units that the error is known from; all by default. */
  readonly degrees?: number;
  /** Grades or pairs of grades: with rare grades there are no more independent units, however small the error looks. As many as units by default. */
  readonly rows?: number;
  /** Of a mean of squared differences. Few units often make its error look too small, so it is about that of a bivariate normal distribution at least. */
  readonly isOfSquares?: boolean;
  /** All disagreement is that of one unit. */
  readonly isSingle?: boolean;
  /**
   * Grades of a row, m, two by default. They are worth m/2 pairs. v is −1/(m − 1) at least, so d = (1 − v) min(e, ½) · 2 (m − 1)/m, and a normal distribution
   * has (m − 1) v² − (m − 2) v in place of v² (Fisher 1925).
   */
  readonly raters?: number;
}

/**
 * A 90% interval of a coefficient of agreement or correlation v in [−1, 1]: Wilson's of the disagreement d = (1 − v) min(e, ½), of as many independent units as have its
 * error, fewer by (z/t)² for the few units that the error is known from. Intervals v ± t · error, and those by artanh v, hold in 50 to 80% where grades are rare or nearly all
 * agree (`test/statistics/agreement/jackknife-interval.test.ts`).
 *
 * If all agree, the units show no error. Then the disagreement is Clopper and Pearson's of none in n: eight units of two equally frequent grades leave [.38, 1]. The low end is
 * never above that of as many rows: a small disagreement that was seen does not rule out larger ones that were not. If one unit disagrees, the high end is Clopper and Pearson's of one in n.
 *
 * @param chance e, the share of different grades in pairs of unrelated units, above 0
 * @param error of the coefficient
 * @param units at least two
 * @see Wilson (1927), JASA 22, 209–212; Korn & Graubard (1998), Survey Methodology 24, 193–201; Clopper & Pearson (1934), Biometrika 26, 404–413
 */
export function disagreementEnds(
  value: number,
  chance: number,
  error: number,
  units: number,
  {
    degrees = units,
    rows = units,
    isOfSquares = false,
    isSingle = false,
    raters = 2,
  }: ErrorOptions = {},
): Interval {
  if (1 - Math.abs(value) < ROUNDING) {
    const inner = withoutDisagreement(chance, units);
    return value > 0 ? { low: inner, high: 1 } : { low: -1, high: -inner };
  }
  const share = (2 * Math.min(chance, TWO_GRADES) * (raters - 1)) / raters;
  const d = Math.min(1, (1 - value) * share);
  const seen = error < ROUNDING ? units : (d * (1 - d)) / (error * share) ** 2;
  const pairs = (rows * raters) / 2;
  const square = Math.min(1, (raters - 1) * value ** 2 - (raters - 2) * value);
  const most =
    chance <= TWO_GRADES
      ? pairs
      : isOfSquares
        ? Math.max(1, pairs - 3) / (1 - NORMAL * square)
        : Number.POSITIVE_INFINITY;
  const few =
    degrees === Number.POSITIVE_INFINITY
      ? 1
      : (NORMAL_90 / studentQuantile(0.05, degrees - 1)) ** 2;
  const { low, high } = wilsonInterval(d, Math.max(1, Math.min(seen, most) * few), NORMAL_90);
  const single = isSingle ? 1 - (1 - value) * units * shareAbove(0.95, units) : value;
  return {
    low: Math.min(Math.max(-1, 1 - high / share), withoutDisagreement(chance, rows)),
    high: Math.max(Math.min(1, 1 - low / share), single),
  };
}

/** The low end if none of the units disagrees. */
function withoutDisagreement(chance: number, units: number): number {
  return Math.max(-1, 1 - shareAbove(0.05, units) / chance);
}

/** The share of units that disagree with which none does in n units with this probability. */
function shareAbove(probability: number, n: number): number {
  return 1 - probability ** (1 / n);
}

/** The share of different grades in pairs of unrelated units, of the rater for whom it is smallest. */
export function chanceDisagreement(...raters: readonly ArrayLike<number>[]): number {
  return Math.min(
    ...raters.map((grades) => {
      const counts = new Map<number, number>();
      let n = 0;
      for (let i = 0; i < grades.length; i++) {
        if (Number.isNaN(grades[i])) continue;
        counts.set(grades[i], (counts.get(grades[i]) ?? 0) + 1);
        n++;
      }
      return [...counts.values()].reduce((left, count) => left - (count / n) ** 2, 1);
    }),
  );
}
