import { expect, test } from 'vitest';
import { bernoulliCountTail } from '../../src/statistics/bernoulli-count-tail.ts';

test('is the sum over all outcomes', () => {
  const ps = [0.5, 0.25, 0.2, 0.1, 0.25, 0, 0.9];
  for (let x = 0; x <= ps.length; x++) {
    let sum = 0;
    for (let outcome = 0; outcome < 2 ** ps.length; outcome++) {
      const isSuccess = ps.map((_, k) => Math.floor(outcome / 2 ** k) % 2 === 1);
      if (isSuccess.filter(Boolean).length <= x)
        sum += isSuccess.reduce((product, own, k) => product * (own ? ps[k] : 1 - ps[k]), 1);
    }
    expect(bernoulliCountTail(x, ps)).toBeCloseTo(sum, 14);
  }
});

test('of thousands of trials holds where the probability of no success is below the least number', () => {
  const ps = Array.from({ length: 4000 }, (_, k) => [0.5, 0.25, 0.1][k % 3]);
  const others = ps.map((p) => 1 - p);
  expect(ps.reduce((product, p) => product * (1 - p), 1)).toBe(0);
  const x = 1080;
  const tail = bernoulliCountTail(x, ps);
  expect(tail).toBeGreaterThan(1e-5);
  // X > x where the failures are at most n − x − 1. Each of 4,000 trials rounds by 2⁻⁵³.
  expect(tail + bernoulliCountTail(ps.length - x - 1, others)).toBeCloseTo(1, 11);
});
