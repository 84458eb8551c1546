import { describe, expect, test } from 'vitest';
import { interval90, verdictOf } from '../../../sim/post-hoc/verdict.ts';

describe('the verdict on a ratio with the margin 1.15', () => {
  test.each([
    [0.7, 0.99, 'better'],
    [0.7, 1, 'not worse'],
    [0.9, 1.15, 'not worse'],
    [1.05, 1.1, 'not worse'],
    [0.9, 1.16, 'undecided'],
    [1.15, 1.3, 'undecided'],
    [0.5, 3, 'undecided'],
    [1.16, 1.3, 'worse'],
    [null, null, 'undecided'],
  ] as const)('%j to %j: %s', (low, high, expected) => {
    expect(verdictOf({ low, high }, 1, 1.15)).toBe(expected);
  });
});

describe('the 90% interval of draws', () => {
  test('reaches from the 5th to the 95th percentile, whatever their order', () => {
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
