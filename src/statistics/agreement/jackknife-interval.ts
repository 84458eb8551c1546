import { randomStream, shuffle } from '../../random.ts';
import { correlationInterval } from '../correlation-interval.ts';
import { jackknifeError } from '../jackknife-error.ts';
import { NORMAL_90 } from '../normal-points.ts';
import type { Interval } from '../percentile-interval.ts';
import { studentQuantile } from '../student-quantile.ts';
import { wilsonInterval } from '../wilson-interval.ts';

/** Fewer units do not show how much a statistic varies. */
const LEAST_UNITS = 3;
/** More are left out in groups: more groups would not make the interval better. */
const MOST_GROUPS = 200;
/** Errors below are rounding. */
const ROUNDING = 1e-9;
const UNKNOWN: Interval = { low: null, high: null };

/** Of some rows; null where it is not defined. */
export type RowStatistic = (rows: Int32Array) => number | null;

/**
 * A 90% interval of a coefficient of agreement or correlation, in [−1, 1], over units with all of their rows, because rows of one unit depend on each
 * other: tanh(artanh(v) ± t · s/(1 − v²)), with the error s of leaving out one of G units, and Student's t of G − 1 degrees. If the rows show no error (all
 * agree), it is the interval of a rank correlation of G pairs, which needs five. Not known with fewer than three units, or if the statistic is not defined
 * without one of them.
 *
 * With few units percentiles of a bootstrap hold too seldom (docs/evidence/raters.md).
 *
 * @param value of all rows
 * @param units the rows of each; more than 200 are left out in 200 groups
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 11; Fisher (1921), Metron 1, 3–32
 */
export function coefficientInterval(
  value: number | null,
  units: readonly ArrayLike<number>[],
  statistic: RowStatistic,
): Interval {
  if (value === null) return UNKNOWN;
  const groups = groupsOf(units);
  return coefficientEnds(value, errorOf(groups, statistic), units.length, groups.length);
}

/**
 * The same from an error that is known.
 * @param error null if it is not known
 * @param degrees of freedom of the error, plus one
 */
export function coefficientEnds(
  value: number,
  error: number | null,
  units: number,
  degrees = units,
): Interval {
  if (error === null || units < LEAST_UNITS) return UNKNOWN;
  const room = 1 - value ** 2;
  if (error < ROUNDING || room < ROUNDING)
    return correlationInterval('spearman', value, units, NORMAL_90) ?? UNKNOWN;
  const half = (studentQuantile(0.05, degrees - 1) * error) / room;
  const centre = Math.atanh(value);
  return { low: Math.tanh(centre - half), high: Math.tanh(centre + half) };
}

/**
 * A 90% interval of a share of rows, over units with all of their rows: Wilson's, of as many independent rows as have the error of leaving out one unit
 * at a time, fewer by (z/t)² for the few units that the error is known from. If the share is 0 or 1, each unit counts as one row.
 *
 * @param value in [0, 1]; of all rows
 * @see Wilson (1927), JASA 22, 209–212; Korn & Graubard (1998), Survey Methodology 24, 193–201, for numbers of independent rows
 */
export function shareInterval(
  value: number | null,
  units: readonly ArrayLike<number>[],
  statistic: RowStatistic,
): Interval {
  if (value === null || units.length < LEAST_UNITS) return UNKNOWN;
  const groups = groupsOf(units);
  const error = errorOf(groups, statistic);
  if (error === null) return UNKNOWN;
  const spread = value * (1 - value);
  if (error < ROUNDING || spread < ROUNDING) return wilsonInterval(value, units.length, NORMAL_90);
  const rows = units.reduce((sum, { length }) => sum + length, 0);
  const few = (NORMAL_90 / studentQuantile(0.05, groups.length - 1)) ** 2;
  const independent = Math.max(1, Math.min(rows, spread / error ** 2) * few);
  return wilsonInterval(value, independent, NORMAL_90);
}

/** @returns null with too few units, and if the statistic is not defined without one of the groups */
function errorOf(groups: readonly ArrayLike<number>[], statistic: RowStatistic): number | null {
  if (groups.length < LEAST_UNITS) return null;
  const all = groups.reduce((sum, { length }) => sum + length, 0);
  const rows = new Int32Array(all);
  const without: number[] = [];
  for (const left of groups) {
    let n = 0;
    for (const group of groups)
      if (group !== left) for (let i = 0; i < group.length; i++) rows[n++] = group[i];
    const value = statistic(rows.subarray(0, n));
    if (value === null) return null;
    without.push(value);
  }
  return jackknifeError(without);
}

/** Dealt at random, so that groups do not follow an order of the units. */
function groupsOf(units: readonly ArrayLike<number>[]): readonly ArrayLike<number>[] {
  if (units.length <= MOST_GROUPS) return units;
  const order = shuffle([...units], randomStream(1, 'agreement', 'groups'));
  const groups: number[][] = Array.from({ length: MOST_GROUPS }, () => []);
  for (const [k, unit] of order.entries()) {
    const group = groups[k % MOST_GROUPS];
    for (let i = 0; i < unit.length; i++) group.push(unit[i]);
  }
  return groups;
}
