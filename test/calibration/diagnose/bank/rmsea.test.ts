import { expect, test } from 'vitest';
import { rmsea } from '../../../../calibration/diagnose/bank/rmsea.ts';

test('the interval of large values joins that of smaller ones', () => {
  const [below, above] = [99_999, 100_001].map((value) => rmsea(value, 500, 2000).interval);
  // Two in 1e5 apart, and the normal approximation.
  above.forEach((bound, k) => {
    expect(Math.abs(bound / below[k] - 1)).toBeLessThan(2e-4);
  });
  expect(above[0]).toBeLessThan(above[1]);
});

test('values of no misfit and of the greatest', () => {
  expect(rmsea(0, 10, 100)).toEqual({ rmsea: 0, interval: [0, 0] });
  const most = rmsea(1e12, 10, 100);
  expect(most.rmsea).toBeCloseTo(Math.sqrt((1e12 - 10) / 990), 0);
  for (const bound of most.interval) expect(bound / most.rmsea).toBeCloseTo(Math.sqrt(0.99), 4);
});
