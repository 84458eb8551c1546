import { expect, test } from 'vitest';
import { ratioInterval } from '../../src/statistics/ratio-interval.ts';

test("with groups of one value it is Student's interval of the mean", () => {
  const values = [2, 4, 4, 5, 1];
  const { value, low, high } = ratioInterval(values.map((sum) => ({ sum, count: 1 })));
  // Mean 3.2, variance 2.7; t(.95, 4 degrees) = 2.131846786, from a table.
  expect(value).toBeCloseTo(3.2, 12);
  expect(high! - value).toBeCloseTo(2.131846786 * Math.sqrt(2.7 / 5), 6);
  expect(value - low!).toBeCloseTo(high! - value, 12);
});

test('values of a group count together', () => {
  // Twice the same value says no more than once.
  const once = ratioInterval([1, 2, 5].map((sum) => ({ sum, count: 1 })));
  const twice = ratioInterval([1, 2, 5].map((sum) => ({ sum: 2 * sum, count: 2 })));
  expect(twice).toEqual(once);
  // R = 9/4; residuals 3 − 9/4 = 3/4 and 6 − 3·9/4 = −3/4; half-width t(.95, 1) √((9/8) · 2 / 16).
  const { value, high } = ratioInterval([
    { sum: 3, count: 1 },
    { sum: 6, count: 3 },
  ]);
  expect(value).toBe(2.25);
  expect(high! - value).toBeCloseTo(6.313751515 * Math.sqrt(((9 / 8) * 2) / 16), 6);
  expect(ratioInterval([{ sum: 3, count: 2 }])).toEqual({ value: 1.5, low: null, high: null });
});

test('on a scale the interval stays within it, holds the mean, and is that of t where the ends are far', () => {
  const of = (values: readonly number[], low: number, high: number) =>
    ratioInterval(
      values.map((sum) => ({ sum, count: 1 })),
      { low, high },
    );
  // By hand: p = 11/12, V = (1/9) / 16, t(.95, 2) = 2.91998558.
  const [p, v, t] = [11 / 12, 1 / 144, 2.91998558];
  const trials = (p * (1 - p)) / v;
  const centre = (p + t ** 2 / (2 * trials)) / (1 + t ** 2 / trials);
  const half = (t / (1 + t ** 2 / trials)) * Math.sqrt(v + t ** 2 / (4 * trials ** 2));
  const { value, low, high } = of([5, 5, 4], 1, 5);
  expect(value).toBeCloseTo(14 / 3, 12);
  expect(low).toBeCloseTo(1 + 4 * (centre - half), 6);
  expect(high).toBeCloseTo(1 + 4 * (centre + half), 6);
  expect(high).toBeLessThan(5);
  // Without a scale it leaves it.
  expect(ratioInterval([5, 5, 4].map((sum) => ({ sum, count: 1 }))).high).toBeGreaterThan(5);
  // All the same: as if each item were right or wrong.
  const top = of([5, 5, 5], 1, 5);
  expect(top.high).toBe(5);
  expect(top.low).toBeCloseTo(1 + 4 / (1 + t ** 2 / 3), 6);
  // Far from both ends it is Student's.
  const far = of([2, 4, 4, 5, 1], -1000, 1000);
  const plain = ratioInterval([2, 4, 4, 5, 1].map((sum) => ({ sum, count: 1 })));
  expect(far.low).toBeCloseTo(plain.low!, 2);
  expect(far.high).toBeCloseTo(plain.high!, 2);
});
