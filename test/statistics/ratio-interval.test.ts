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
