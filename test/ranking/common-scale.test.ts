import { describe, expect, test } from 'vitest';
import { randomNormal, randomStream } from '../../src/random.ts';
import { commonScale, standardised } from '../../src/ranking/common-scale.ts';

/** Means and variances of fifty numbers. */
const ROUNDING = 1e-12;

describe('commonScale', () => {
  const random = randomStream('scale');
  const from = Array.from({ length: 50 }, () => randomNormal(random));

  test('finds a change of origin and unit', () => {
    const { slope, shift } = commonScale(
      from,
      from.map((theta) => 2.5 * theta - 0.7),
    );
    expect(Math.abs(slope - 2.5)).toBeLessThan(ROUNDING);
    expect(Math.abs(shift + 0.7)).toBeLessThan(ROUNDING);
  });

  test('gives the mean and the standard deviation of the other scale', () => {
    const to = from.map((theta) => theta + randomNormal(random));
    const { slope, shift } = commonScale(from, to);
    const changed = from.map((theta) => slope * theta + shift);
    expect(commonScale(changed, to).slope).toBeCloseTo(1, 12);
    expect(commonScale(changed, to).shift).toBeCloseTo(0, 12);
  });

  test('keeps the unit if one side has no spread', () => {
    expect(commonScale([1, 1, 1], [4, 5, 6])).toEqual({ slope: 1, shift: 4 });
    expect(commonScale([4, 5, 6], [1, 1, 1])).toEqual({ slope: 1, shift: -4 });
    // Models with the same answers: what is left is where the fit stopped, and rounding.
    const alike = Array.from({ length: 25 }, (_, i) => 0.1 + 1e-7 * Math.sin(i));
    expect(commonScale(alike, from).slope).toBe(1);
    // One of them has one item otherwise.
    const nearly = alike.map((ability, i) => (i === 3 ? ability + 0.4 : ability));
    expect(commonScale(nearly, from).slope).toBe(1);
    expect(Math.max(...standardised(Float64Array.from(alike)).map(Math.abs))).toBeLessThan(1e-6);
  });
});
