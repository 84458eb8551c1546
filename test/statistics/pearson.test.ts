import { expect, test } from 'vitest';
import { pearson } from '../../src/statistics/pearson.ts';

test('the correlation of two lists, and null if one does not vary', () => {
  // By hand: deviations (−1, 0, 1) and (−1, 1, 0) give 1/2.
  expect(pearson([1, 2, 3], [4, 6, 5])).toBeCloseTo(0.5, 12);
  // Sums of these round: a mean of sums would leave them a variance.
  expect(pearson([0.1, 0.1, 0.1], [1, 2, 3])).toBeNull();
  expect(pearson([0.7, 0.7, 0.7, 0.7, 0.7, 0.7], [0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).toBeNull();
});
