import { describe, expect, test } from 'vitest';
import { difficultyStrata } from '../../../sim/post-hoc/difficulty-strata.ts';
import { shareRight } from '../../../sim/post-hoc/share-right.ts';
import { drawStratified } from '../../../sim/post-hoc/strategies/random-stratified.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { plainScore } from '../../../src/ranking/random-items.ts';

test('difficulty strata: parts of equal size within each group, hardest first, equals in order', () => {
  const right = Float64Array.of(0.9, 0.1, 0.5, 0.5, 0.2, 0.8, 0.3);
  const { count, of } = difficultyStrata([0, 0, 0, 0, 0, 0, 1], 2, right, 3);
  expect(count).toBe(6);
  expect(Array.from(of)).toEqual([2, 0, 1, 1, 0, 2, 3]);
});

test('share right: over the models that answered, and over all answers if none did', () => {
  const none = Number.NaN;
  const examinees = [
    { scores: Float64Array.of(1, none, none), weights: new Float64Array(3) },
    { scores: Float64Array.of(0.5, 0, none), weights: new Float64Array(3) },
  ];
  expect(Array.from(shareRight(examinees, 3))).toEqual([0.75, 0, 0.5]);
});

// Ten items in strata of six and four; two of the six and all four of the four answered alike.
const scores = Float64Array.of(1, 1, 1, 1, 0, 0, 0, 0, 0, 1);
const examinee = { scores, weights: new Float64Array(10).fill(0.1) };
const strata = { count: 2, of: Int32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1) };
const draw = (seed: number, length: number, divisions = [strata]) => {
  const order = shuffle(
    Int32Array.from({ length: 10 }, (_, j) => j),
    randomStream('draw', seed),
  );
  return drawStratified(examinee, divisions, order, length);
};

describe('a stratified sample', () => {
  test('has of each stratum its share', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { items } = draw(seed, 5);
      expect(items.filter((j) => j < 6)).toHaveLength(3);
      expect(new Set(items).size).toBe(5);
    }
  });

  test('takes the finest division that leaves no stratum without an item', () => {
    const each = { count: 10, of: Int32Array.from({ length: 10 }, (_, j) => j) };
    const one = { count: 1, of: new Int32Array(10) };
    const divisions = [each, strata, one];
    expect(draw(1, 10, divisions).strata).toBe(each);
    expect(draw(1, 9, divisions).strata).toBe(strata);
    expect(draw(1, 2, divisions).strata).toBe(strata);
    expect(draw(1, 1, divisions).strata).toBe(one);
  });

  test('strata without an answer are no reason for a coarser division', () => {
    const gap = { count: 3, of: strata.of };
    expect(draw(1, 5, [gap, strata]).strata).toBe(gap);
  });

  test('its mean is unbiased, with the variance of theory', () => {
    const REPEATS = 4000;
    const means = Array.from({ length: REPEATS }, (_, seed) => {
      const { items } = draw(seed, 5);
      return plainScore(examinee, strata, items, 5).score;
    });
    // Cochran's Σ W² (1 − n/N) S²/n, S² with N − 1: of six 4 are right, of four 1.
    const variance =
      0.6 ** 2 * (1 - 3 / 6) * (((6 / 5) * (4 / 6) * (2 / 6)) / 3) +
      0.4 ** 2 * (1 - 2 / 4) * (((4 / 3) * (1 / 4) * (3 / 4)) / 2);
    const mean = means.reduce((sum, m) => sum + m, 0) / REPEATS;
    // Three standard errors of the mean, and of the variance (of a kurtosis below that of a normal).
    expect(Math.abs(mean - 0.5)).toBeLessThan(3 * Math.sqrt(variance / REPEATS));
    const observed = means.reduce((sum, m) => sum + (m - 0.5) ** 2, 0) / REPEATS;
    expect(Math.abs(observed / variance - 1)).toBeLessThan(3 * Math.sqrt(2 / REPEATS));
  });

  test('its interval is Wilson’s with the answers that give the stratified variance: by hand', () => {
    const items = Int32Array.of(0, 1, 4, 6, 9);
    const { score, low, high } = plainScore(examinee, strata, items, 5);
    const mean = 0.6 * (2 / 3) + 0.4 * (1 / 2);
    expect(score).toBeCloseTo(mean, 12);
    // Shares smoothed by two answers at the mean of the whole.
    const p = [(2 + 2 * mean) / 5, (1 + 2 * mean) / 4];
    const variance =
      (0.6 ** 2 * (3 / 5) * p[0] * (1 - p[0])) / 3 + (0.4 ** 2 * (2 / 3) * p[1] * (1 - p[1])) / 2;
    const n = (mean * (1 - mean)) / variance;
    const z = 1.6448536269514722;
    const centre = (mean + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
    const half = (z * Math.sqrt((mean * (1 - mean)) / n + z ** 2 / (4 * n * n))) / (1 + z ** 2 / n);
    expect(low).toBeCloseTo(centre - half, 12);
    expect(high).toBeCloseTo(centre + half, 12);
  });
});
