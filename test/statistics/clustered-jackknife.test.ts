import { expect, test } from 'vitest';
import { clusteredJackknife } from '../../src/statistics/clustered-jackknife.ts';
import { jackknifeError } from '../../src/statistics/jackknife-error.ts';

const VALUES = [3, 1, 4, 1, 5, 9, 2, 6];
const total = VALUES.reduce((sum, x) => sum + x, 0);
const without = VALUES.map((x) => (total - x) / (VALUES.length - 1));

test('with one row per unit it is the jackknife', () => {
  const units = VALUES.map((_, k) => [k]);
  expect(clusteredJackknife(without, units)).toBeCloseTo(jackknifeError(without), 12);
});

test('of a mean of equal units it is the error of the means of units', () => {
  // Means 2, 2.5, 7, 4 of pairs: their variance is (3.516 + 1.891 + 9.766 + .016)/3 by hand.
  const deviations = [2, 2.5, 7, 4].map((x) => (x - 3.875) ** 2);
  const variance = deviations.reduce((sum, x) => sum + x, 0) / 3;
  const units = [0, 2, 4, 6].map((k) => [k, k + 1]);
  expect(clusteredJackknife(without, units)).toBeCloseTo(Math.sqrt(variance / 4), 12);
});
