import { expect, test } from 'vitest';
import { percentileRank } from '../../src/statistics/percentile-rank.ts';

// Crocker and Algina's definition by hand: 2 below and 1 of 5 equal, 100 (2 + 1/2) / 5.
test('percentile rank counts equal values half', () => {
  expect(percentileRank([3, 1, 2, 5, 4], 3)).toBe(50);
  expect(percentileRank([1, 1, 1, 1], 1)).toBe(50);
  expect(percentileRank([10, 20], 5)).toBe(0);
  expect(percentileRank([10, 20], 25)).toBe(100);
  expect(percentileRank([10, 20, 20, 40], 20)).toBe(50);
});
