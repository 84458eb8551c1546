import { jackknifeError } from '../jackknife-error.ts';
import type { Interval } from '../percentile-interval.ts';
import { chanceDisagreement, disagreementEnds } from './disagreement-ends.ts';
import { withoutEach } from './jackknife-interval.ts';
import { type AlphaLevel, krippendorffAlpha } from './krippendorff-alpha.ts';

/** Krippendorff's α and its 90% interval; null where it is not defined. */
export interface MeasuredAlpha extends Interval {
  readonly value: number | null;
}

/** Fewer units do not show how much α varies. */
const LEAST_UNITS = 3;
/** Errors below are rounding. */
const ROUNDING = 1e-9;

/**
 * Krippendorff's α of any number of raters with a 90% interval (`disagreementEnds`). One more unit has one row, to which all raters give the rarest
 * grade. The error is that of leaving out one of all units at a time, the upper end is that of α with this unit. Few units often miss a unit of a rare grade, and their α is then too low with too small an error.
 * The unit takes the place of Student's t.
 *
 * @param grades rows of `raters`; NaN where one is missing
 * @param units the rows of each, because answers to one item depend on each other; rows with fewer than two grades do not count
 * @returns no interval with fewer than three units
 */
export function alphaInterval(
  grades: ArrayLike<number>,
  raters: number,
  level: AlphaLevel,
  units: readonly ArrayLike<number>[],
): MeasuredAlpha {
  const compared = units.flatMap((unit) => {
    const rows = Array.from(unit).filter((row) => gradesOf(grades, raters, row).length > 1);
    return rows.length === 0 ? [] : [rows];
  });
  const own = compared.flat();
  const value = krippendorffAlpha(grades, raters, level);
  const n = compared.length;
  if (value === null || n < LEAST_UNITS) return { value, low: null, high: null };
  const given = own.flatMap((row) => gradesOf(grades, raters, row));
  const chance = chanceDisagreement(given);
  if (1 - value < ROUNDING) return { value, ...disagreementEnds(value, chance, 0, n) };
  const size = Math.round(given.length / own.length);
  const rare = rarest(given);
  const all = new Float64Array(grades.length + raters).map((_, i) =>
    i < grades.length ? grades[i] : i - grades.length < size ? rare : Number.NaN,
  );
  const of = (some: ArrayLike<number>) => krippendorffAlpha(all, raters, level, some);
  const [without, more] = [
    withoutEach([...compared, [grades.length / raters]], of),
    krippendorffAlpha(all, raters, level),
  ];
  if (without === null || more === null) return { value, low: null, high: null };
  const ends = (alpha: number, e: number, units: number, rows: number) =>
    disagreementEnds(alpha, e, jackknifeError(without), units, {
      ...{ degrees: Number.POSITIVE_INFINITY, rows },
      ...{ isOfSquares: level !== 'nominal', raters: given.length / own.length },
    });
  const moreChance = chanceDisagreement([...given, ...Array<number>(size).fill(rare)]);
  return {
    value,
    low: ends(value, chance, n, own.length).low,
    high: ends(more, moreChance, n + 1, own.length + 1).high,
  };
}

function gradesOf(grades: ArrayLike<number>, raters: number, row: number): number[] {
  const own: number[] = [];
  for (let i = row * raters; i < (row + 1) * raters; i++)
    if (!Number.isNaN(grades[i])) own.push(grades[i]);
  return own;
}

/** Of several, the one that is farthest from the mean. */
function rarest(given: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const grade of given) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  const centre = given.reduce((sum, grade) => sum + grade, 0) / given.length;
  const distance = (grade: number) => Math.abs(grade - centre);
  return [...counts].sort(([a, n], [b, m]) => n - m || distance(b) - distance(a) || a - b)[0][0];
}
