import { expect, test } from 'vitest';
import { errorBand } from '../../src/charts/error-band.ts';

test('95% of a normal error to both sides, or as far as is said, within the ends', () => {
  const { y, low, high } = errorBand({ value: 10, se: 2 });
  expect(y).toBe(10);
  expect(low).toBeCloseTo(6.0801, 4);
  expect(high).toBeCloseTo(13.9199, 4);
  expect(errorBand({ value: 0.9, se: 0.1 }, { reach: 3, least: 0.7, most: 1 })).toEqual({
    y: 0.9,
    low: 0.7,
    high: 1,
  });
});

test('without an error or a value the ends are null', () => {
  expect(errorBand({ value: 1, se: null })).toEqual({ y: 1, low: null, high: null });
  expect(errorBand({ value: null, se: 1 })).toEqual({ y: null, low: null, high: null });
});
