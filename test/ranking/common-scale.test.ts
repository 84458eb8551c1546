import { describe, expect, test } from 'vitest';
import { randomNormal, randomStream } from '../../src/random.ts';
import { commonScale, scaleOfPart } from '../../src/ranking/common-scale.ts';
import { moments } from '../../src/statistics/moments.ts';

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
  });
});

describe('scaleOfPart', () => {
  const random = randomStream('part');
  const whole = Float64Array.from({ length: 40 }, () => 2 + 1.5 * randomNormal(random));
  const rows = [...whole.keys()];

  test('gives all examinees mean 0 and standard deviation 1, whichever a calibration has', () => {
    const seen = rows.filter((i) => i % 3 > 0);
    const abilities = seen.map((i) => 0.4 * whole[i] - 1);
    const { slope, shift } = scaleOfPart(whole, { abilities, seen });
    const all = moments(Array.from(whole, (own) => slope * (0.4 * own - 1) + shift));
    expect(all.mean).toBeCloseTo(0, 10);
    expect(all.sd).toBeCloseTo(1, 10);
  });

  test('has one unit for all parts, where all examinees differ little', () => {
    // Standard deviations of 0.21, and below 0.2 without two examinees.
    const abilities = rows.map((i) => (i < 2 ? 0.4 * (-1) ** i : 0.19 * (-1) ** i));
    const little = Float64Array.from(abilities);
    const seen = rows.slice(2);
    const part = scaleOfPart(little, { abilities: seen.map((i) => abilities[i]), seen });
    expect(part.slope).toBeCloseTo(1 / moments(little).sd, 10);
    expect(part.slope).toBeCloseTo(scaleOfPart(little, { abilities, seen: rows }).slope, 10);
    // A part in which nobody differs.
    const alike = seen.map((i) => 3 + 1e-7 * Math.sin(i));
    expect(scaleOfPart(little, { abilities: alike, seen }).slope).toBe(1 / moments(little).sd);
  });

  test('keeps the unit if all examinees are alike', () => {
    const alike = Float64Array.from(rows, (i) => 0.1 + 1e-7 * Math.sin(i));
    const { slope, shift } = scaleOfPart(alike, { abilities: whole, seen: rows });
    expect(slope).toBe(1);
    expect(shift).toBeCloseTo(-moments(whole).mean, 5);
  });
});
