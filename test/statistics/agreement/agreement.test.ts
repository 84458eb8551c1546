import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KAPPA_WEIGHTS, kappa } from '../../../src/statistics/agreement/kappa.ts';
import {
  ALPHA_LEVELS,
  krippendorffAlpha,
} from '../../../src/statistics/agreement/krippendorff-alpha.ts';

const golden = JSON.parse(
  readFileSync(new URL('../../golden/judges/values.json', import.meta.url), 'utf8'),
);
/** Sums of a few hundred terms in another order. */
const DIGITS = 12;

describe('kappa', () => {
  it.each(KAPPA_WEIGHTS)('with weights %s is that of confusion tables', (weights) => {
    for (const { x, y, ...values } of golden.kappa)
      expect(kappa(x, y, weights)).toBeCloseTo(values[weights], DIGITS);
  });

  it('is 1 of equal grades, below 0 of opposite ones, and not defined without variation', () => {
    expect(kappa([1, 2, 1], [1, 2, 1], 'none')).toBe(1);
    expect(kappa([1, 2, 1, 2], [2, 1, 2, 1], 'quadratic')).toBe(-1);
    expect(kappa([1, 1], [1, 1], 'linear')).toBeNull();
    expect(kappa([], [], 'none')).toBeNull();
    // It would be 0, whatever the other rater gave.
    for (const weights of KAPPA_WEIGHTS) expect(kappa([4, 4, 4], [1, 3, 5], weights)).toBeNull();
  });
});

describe("Krippendorff's alpha", () => {
  // The example of four raters and twelve units of Krippendorff (2011), with its published values.
  const raters = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NaN, NaN, NaN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NaN, 3],
    [NaN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NaN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NaN],
  ];
  const published = raters[0].flatMap((_, unit) => raters.map((grades) => grades[unit]));
  it.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
  ] as const)('of the published example is, %s, %d', (level, value) => {
    expect(krippendorffAlpha(published, 4, level)).toBeCloseTo(value, 3);
  });

  const grades = golden.alpha.units.flat().map((grade: number | null) => grade ?? Number.NaN);
  it.each(ALPHA_LEVELS)('is that of all pairs of grades, %s', (level) => {
    expect(krippendorffAlpha(grades, 4, level)).toBeCloseTo(golden.alpha[level], DIGITS);
  });

  it('of some units is that of a table with these units alone, also of one that comes twice', () => {
    const rows = [3, 7, 7, 20, 4, 11];
    const table = rows.flatMap((row) => grades.slice(4 * row, 4 * row + 4));
    expect(krippendorffAlpha(grades, 4, 'ordinal', rows)).toBeCloseTo(
      krippendorffAlpha(table, 4, 'ordinal')!,
      DIGITS,
    );
  });

  it('is not defined without two grades of a unit, or where all grades are equal', () => {
    expect(krippendorffAlpha([1, NaN, NaN, 2], 2, 'interval')).toBeNull();
    expect(krippendorffAlpha([3, 3, 3, 3], 2, 'interval')).toBeNull();
  });
});
