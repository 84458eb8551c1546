import { describe, expect, test } from 'vitest';
import { bernoulliSumTail } from '../../src/statistics/bernoulli-sum-tail.ts';

/** P(W > w) + ½P(W = w), by all outcomes. */
function exact(w: number, weights: readonly number[], ps: readonly number[]): number {
  let sum = 0;
  for (let bits = 0; bits < 1 << ps.length; bits++) {
    let [value, p] = [0, 1];
    ps.forEach((own, k) => {
      const u = (bits >> k) & 1;
      value += weights[k] * (u - own);
      p *= u === 1 ? own : 1 - own;
    });
    if (Math.abs(value - w) < 1e-9) sum += p / 2;
    else if (value > w) sum += p;
  }
  return sum;
}

const PS = Array.from({ length: 16 }, (_, k) => 0.05 + 0.02 * k);
const UNEVEN = Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? -0.7 : 0.4 + 0.1 * k));

describe.each([
  ['equal weights', PS.map(() => 1)],
  ['weights of either sign', UNEVEN],
])('%s', (_, weights) => {
  // Measured: up to 6% near the mean, and up to 21% where only a few of the 65,536 outcomes lie beyond.
  test.each([-1.5, -0.5, 0, 0.4, 1, 2, 3, 4])('%f standard deviations from the mean', (z) => {
    const variance = PS.reduce((sum, p, k) => sum + weights[k] ** 2 * p * (1 - p), 0);
    const total = PS.reduce((sum, p, k) => sum + weights[k] * p, 0);
    // On the lattice where the weights are equal.
    const w =
      weights[0] === 1
        ? Math.round(z * Math.sqrt(variance) + total) - total
        : z * Math.sqrt(variance);
    const expected = exact(w, weights, PS);
    const found = bernoulliSumTail(w, weights, PS);
    expect(Math.abs(found / expected - 1)).toBeLessThan(Math.abs(z) < 2 ? 0.06 : 0.22);
  });
});

test('ends: nothing above the largest sum, everything above the least, ½ without chance', () => {
  expect(bernoulliSumTail(0.9, [1], [0.1])).toBe(0);
  expect(bernoulliSumTail(-0.1, [1], [0.1])).toBe(1);
  expect(bernoulliSumTail(0, [], [])).toBe(0.5);
  expect(bernoulliSumTail(0, [0], [0.4])).toBe(0.5);
});
