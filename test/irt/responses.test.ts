import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortestScore } from '../../src/irt/responses.ts';

test('a score is written with the digits it was recorded with', () => {
  for (const score of [0.3, 0.1, 0.7, 0.85, 0.123456, 1 / 4, 0, 1, 1e-9])
    expect(shortestScore(Math.fround(score))).toBe(score);
  expect(shortestScore(Number.NaN)).toBeNaN();
  // A mean of scores is a double and loses no digits.
  expect(shortestScore(1 / 3)).toBe(1 / 3);
});

test('every score reads back to the same single precision', () => {
  fc.assert(
    fc.property(fc.float({ min: 0, max: 1, noNaN: true }), (score) => {
      const short = shortestScore(score);
      expect(Math.fround(short)).toBe(score);
      expect(String(short).length).toBeLessThanOrEqual(String(score).length);
    }),
  );
});
