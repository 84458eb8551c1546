import { expect, test } from 'vitest';
import { negativeTail } from '../../src/statistics/negative-tail.ts';

/** Rounding of a few operations near 1. */
const DIGITS = 12;

test.each([-1, -0.9, -0.3, 0, 0.4, 0.99, 1])(
  'r = %d: three pairs have the arcsine, four the uniform distribution',
  (r) => {
    expect(negativeTail(r, 3)).toBeCloseTo(0.5 + Math.asin(r) / Math.PI, DIGITS);
    expect(negativeTail(r, 4)).toBeCloseTo((1 + r) / 2, DIGITS);
  },
);

test('two pairs say nothing', () => {
  expect(negativeTail(-1, 2)).toBe(1);
});
