import { randomStream, shuffle } from '../../random.ts';
import { jackknifeError } from '../jackknife-error.ts';
import { NORMAL_90 } from '../normal-points.ts';
import type { Interval } from '../percentile-interval.ts';
import { studentQuantile } from '../student-quantile.ts';
import { wilsonInterval } from '../wilson-interval.ts';
import { disagreementEnds } from './disagreement-ends.ts';

/** Fewer units do not show how much a statistic varies. */
const LEAST_UNITS = 3;
/** The same where all agree. */
const LEAST_PERFECT = 5;
/** More are left out in groups: more groups would not make the interval better. */
const MOST_GROUPS = 200;
/** Errors below are rounding. */
const ROUNDING = 1e-9;
const UNKNOWN: Interval = { low: null, high: null };

/** Of some rows; null where it is not defined. */
export type RowStatistic = (rows: Int32Array) => number | null;

/** What the grades say of the error of a coefficient, besides its value. */
export interface Grading {
  /** `chanceDisagreement` of the grades; 1 where none are equal. */
  readonly chance: number;
  /** Of a mean of squared differences (correlations, quadratic κ, ordinal and interval α). */
  readonly isOfSquares: boolean;
}

/**
 * A 90% interval of a coefficient of agreement or correlation, in [−1, 1], over units with all of their rows, because rows of one unit depend on each
 * other: `disagreementEnds` with the error of leaving out one of G units, and Student's t of G − 1 degrees. Not known with fewer than three units (five if all agree), or if
 * the statistic is not defined without one of them.
 *
 * With few units percentiles of a bootstrap hold too seldom (docs/evidence/raters.md).
 *
 * @param value of all rows
 * @param units the rows of each; more than 200 are left out in 200 groups
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 11
 */
export function coefficientInterval(
  value: number | null,
  units: readonly ArrayLike<number>[],
  statistic: RowStatistic,
  grading: Grading,
): Interval {
  if (value === null) return UNKNOWN;
  if (isPerfect(value)) return perfectEnds(value, units.length, grading);
  const without = withoutEach(units, statistic);
  if (without === null) return UNKNOWN;
  return disagreementEnds(value, grading.chance, jackknifeError(without), units.length, {
    degrees: without.length,
    rows: rowsOf(units),
    isOfSquares: grading.isOfSquares,
    isSingle: without.length === units.length && Math.max(...without) > 1 - ROUNDING,
  });
}

/** The same from an error that is known, of a coefficient that is not of squares. */
export function coefficientEnds(
  value: number,
  error: number,
  units: readonly ArrayLike<number>[],
  chance: number,
): Interval {
  if (isPerfect(value)) return perfectEnds(value, units.length, { chance });
  if (units.length < LEAST_UNITS) return UNKNOWN;
  return disagreementEnds(value, chance, error, units.length, { rows: rowsOf(units) });
}

function isPerfect(value: number): boolean {
  return 1 - Math.abs(value) < ROUNDING;
}

function perfectEnds(value: number, units: number, { chance }: Pick<Grading, 'chance'>): Interval {
  return units < LEAST_PERFECT ? UNKNOWN : disagreementEnds(value, chance, 0, units);
}

function rowsOf(units: readonly ArrayLike<number>[]): number {
  return units.reduce((sum, { length }) => sum + length, 0);
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
  const without = withoutEach(units, statistic);
  if (without === null) return UNKNOWN;
  const error = jackknifeError(without);
  const spread = value * (1 - value);
  if (error < ROUNDING || spread < ROUNDING) return wilsonInterval(value, units.length, NORMAL_90);
  const rows = rowsOf(units);
  const few = (NORMAL_90 / studentQuantile(0.05, without.length - 1)) ** 2;
  const independent = Math.max(1, Math.min(rows, spread / error ** 2) * few);
  return wilsonInterval(value, independent, NORMAL_90);
}

/**
 * The statistic without each unit; of more than 200, without each of 200 groups.
 * @returns null with fewer than three, and if it is not defined without one of them
 */
export function withoutEach(
  units: readonly ArrayLike<number>[],
  statistic: RowStatistic,
): number[] | null {
  if (units.length < LEAST_UNITS) return null;
  const groups = groupsOf(units);
  const rows = new Int32Array(rowsOf(groups));
  const without: number[] = [];
  for (const left of groups) {
    let n = 0;
    for (const group of groups)
      if (group !== left) for (let i = 0; i < group.length; i++) rows[n++] = group[i];
    const value = statistic(rows.subarray(0, n));
    if (value === null) return null;
    without.push(value);
  }
  return without;
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
