import { describe, expect, test } from 'vitest';
import { interval90 } from '../../src/statistics/percentile-interval.ts';

describe('the 90% interval of draws', () => {
  test('reaches from the 5th to the 95th percentile, in any order of the values', () => {
    const draws = Array.from({ length: 101 }, (_, k) => (37 * k) % 101);
    expect(interval90(draws)).toEqual({ low: 5, high: 95 });
  });

  test('interpolates', () => {
    const { low, high } = interval90([0, 1, 2]);
    expect(low).toBeCloseTo(0.1, 12);
    expect(high).toBeCloseTo(1.9, 12);
  });

  test('leaves out draws without a value, up to half of them', () => {
    expect(interval90([null, 3, 3, null])).toEqual({ low: 3, high: 3 });
    expect(interval90([null, 3, null])).toEqual({ low: null, high: null });
    expect(interval90([])).toEqual({ low: null, high: null });
  });
});
