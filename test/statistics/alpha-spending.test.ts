import { expect, test } from 'vitest';
import { spentAlpha } from '../../src/statistics/alpha-spending.ts';

// Python's statistics.NormalDist: 2 (1 − Φ(z / √t)); its normal distribution has 12 digits here.
test.each([
  [0.05, 0.25, 8.857543832130332e-5],
  [0.05, 0.5, 0.005574596680784527],
  [0.05, 0.75, 0.023625121317601305],
  [0.025, 0.5, 0.0015253227579887785],
])('of %f after %f of the items', (alpha, share, spent) => {
  expect(spentAlpha(alpha, share)).toBeCloseTo(spent, 9);
});

test('nothing before the first item, all after the last one', () => {
  expect(spentAlpha(0.05, 0)).toBe(0);
  expect(spentAlpha(0.05, 1)).toBeCloseTo(0.05, 12);
});
