import { expect, test } from 'vitest';
import { midRanks } from '../../src/statistics/mid-ranks.ts';
import { spearman } from '../../src/statistics/spearman.ts';

/** A dozen additions of halves, one square root. */
const ROUNDING = 1e-14;

// scipy 1.17.1, scipy.stats.spearmanr
test.each([
  [[1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 4, 3, 7, 6, 8, 5], 0.7857142857142858],
  [[12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.5407380704358752],
  [[0.1, 0.5, 0.5, 0.7, 0.9, 0.9, 0.2], [0.3, 0.3, 0.8, 0.6, 0.9, 0.4, 0.1], 0.6881023532039755],
  [[1, 2, 3, 4], [4, 3, 2, 1], -1],
])('%j and %j', (x, y, expected) => {
  expect(Math.abs((spearman(x, y) ?? Number.NaN) - expected)).toBeLessThan(ROUNDING);
});

test.each([
  [[], []],
  [[1], [1]],
  [
    [1, 1, 1],
    [1, 2, 3],
  ],
  [
    [1, 2, 3],
    [2, 2, 2],
  ],
])('null for %j and %j', (x, y) => {
  expect(spearman(x, y)).toBeNull();
});

test('equal values share the mean of their ranks', () => {
  expect([...midRanks([5, 1, 5, 3, 5, 1])]).toEqual([5, 1.5, 5, 3, 5, 1.5]);
});
