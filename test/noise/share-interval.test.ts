import { expect, test } from 'vitest';
import { passFigures } from '../../src/noise/pass-figures.ts';
import type { Repeats } from '../../src/noise/repeats.ts';
import { shareInterval } from '../../src/noise/share-interval.ts';
import { wilsonInterval } from '../../src/statistics/wilson-interval.ts';

const T_19 = 1.729132811521367; // Student's t, 95%, 19 degrees of freedom (scipy 1.17)

test('of zeros and ones it is Wilson’s interval for the items, with a quantile of Student', () => {
  const values = Array.from({ length: 20 }, (_, k) => (k < 15 ? 1 : 0));
  const { value, low, high } = shareInterval(values, { confidence: 0.9 });
  expect(value).toBe(0.75);
  // n p (1 − p) / s² = n − 1
  const wilson = wilsonInterval(0.75, 19, T_19);
  expect(low).toBeCloseTo(wilson.low, 10);
  expect(high).toBeCloseTo(wilson.high, 10);
});

test('all right: as wide as for as many single answers; a bank asked whole counts its repeats', () => {
  const all = shareInterval(new Float64Array(20).fill(1), { confidence: 0.9, most: 8 });
  expect(all.high).toBe(1);
  expect(all.low).toBeCloseTo(wilsonInterval(1, 20, T_19).low, 10);
  const values = Array.from({ length: 20 }, (_, k) => (k % 2 === 0 ? 0.9 : 0.1));
  const sampled = shareInterval(values, { confidence: 0.9, most: 10, within: 0.009 });
  const whole = shareInterval(values, { confidence: 0.9, most: 10, within: 0.009, asked: 1 });
  expect(whole.se).toBeCloseTo(Math.sqrt(0.009 / 20), 12);
  expect(sampled.se).toBeCloseTo(0.4 / Math.sqrt(19), 12);
});

test('the variance of an item’s own estimate: unbiased, by all outcomes of six answers', () => {
  const cell = (passed: number): Repeats => ({
    item: 0,
    count: 6,
    passed,
    mean: passed / 6,
    variance: null,
    scoresDiffer: null,
    answersDiffer: null,
    groups: null,
  });
  const choose = (n: number, k: number) =>
    Array.from({ length: k }, (_, j) => (n - j) / (j + 1)).reduce((x, y) => x * y, 1);
  for (const p of [0.2, 0.7])
    for (const figure of ['any', 'all'] as const) {
      let [mean, square, within] = [0, 0, 0];
      for (let c = 0; c <= 6; c++) {
        const chance = choose(6, c) * p ** c * (1 - p) ** (6 - c);
        const found = (cells: Repeats[]) =>
          passFigures(cells, 2, { bankSize: cells.length, confidence: 0.9 })![figure];
        const { value } = found([cell(c), cell(c)]);
        mean += chance * value;
        square += chance * value ** 2;
        const q = figure === 'any' ? 6 - c : c;
        const power = (k: number) => (q < k ? 0 : choose(q, k) / choose(6, k));
        const own = power(2) ** 2 - power(4);
        within += chance * own;
        // Items of which all or no answers pass have no variance: of three items one is left, and W / 3 is below s².
        const { se } = found([cell(c), cell(0), cell(6)]);
        expect(9 * se ** 2).toBeCloseTo(Math.max(0, own), 12);
      }
      expect(mean).toBeCloseTo(figure === 'any' ? 1 - (1 - p) ** 2 : p ** 2, 12);
      expect(within).toBeCloseTo(square - mean ** 2, 12);
    }
});
