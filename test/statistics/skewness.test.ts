import { expect, test } from 'vitest';
import { skewnessStatistic } from '../../src/statistics/skewness.ts';

test('skewness over its error: by hand', () => {
  // 0, 0, 0, 4: mean 1, variance 3, third moment (3 · −1 + 27)/4 = 6. G₁ = 2, its error √(6 · 4 · 3/(2 · 5 · 7)).
  expect(skewnessStatistic([0, 0, 0, 4])).toBeCloseTo(2 / Math.sqrt(72 / 70), 12);
  expect(skewnessStatistic([4, 4, 4, 0])).toBeCloseTo(-2 / Math.sqrt(72 / 70), 12);
  expect(skewnessStatistic([1, 2, 3])).toBeCloseTo(0, 12);
});

test('not defined for two values, or equal ones', () => {
  expect(skewnessStatistic([1, 2])).toBeNull();
  expect(skewnessStatistic([3, 3, 3, 3])).toBeNull();
});
