import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { largestRemainder } from '../../src/statistics/largest-remainder.ts';

test('Hamilton’s example: the largest remainder is served first', () => {
  expect([...largestRemainder([0.47, 0.16, 0.158, 0.12, 0.061, 0.031], 10)]).toEqual([
    5, 2, 1, 1, 1, 0,
  ]);
});

test('equal remainders: the earlier first; nothing to share', () => {
  expect([...largestRemainder([1 / 3, 1 / 3, 1 / 3], 5)]).toEqual([2, 2, 1]);
  expect([...largestRemainder([0.75, 0.25], 0)]).toEqual([0, 0]);
});

describe('with limits', () => {
  test.each([
    [[0.5, 0.3, 0.2], [9, 9, 9], 5, [3, 1, 1]],
    [[0.25, 0.25, 0.25, 0.25], [9, 9, 9, 9], 6, [2, 2, 1, 1]],
    [[0.46, 0.29, 0.25], [9, 9, 9], 10, [5, 3, 2]],
    [[0.8, 0.2], [2, 9], 5, [2, 3]],
    [[0.8, 0.2], [2, 1], 5, [2, 1]],
    [[1 / 3, 1 / 3, 1 / 3], [9, 9, 9], 3, [1, 1, 1]],
  ])('shares %j, at most %j, of %d: %j', (shares, most, total, expected) => {
    expect(Array.from(largestRemainder(shares, total, most))).toEqual(expected);
  });

  test('adds up, and each is within one of its share if there is enough', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 300 }), (sizes, total) => {
        const sum = sizes.reduce((t, s) => t + s, 0);
        const shares = sizes.map((s) => s / sum);
        const counts = largestRemainder(shares, total);
        expect(counts.reduce((t, c) => t + c, 0)).toBe(total);
        counts.forEach((c, h) => {
          expect(Math.abs(c - shares[h] * total)).toBeLessThan(1 + 1e-9);
        });
      }),
    );
  });
});
