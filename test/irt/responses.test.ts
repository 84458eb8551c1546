import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortestScore } from '../../src/irt/responses.ts';
import { roundedSum } from '../../src/irt/rounded-sum.ts';

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

test('a sum of scores of single precision is that of their decimals, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }), (thousandths) => {
      const scores = thousandths.map((k) => Math.fround(k / 1000));
      const sum = scores.reduce((total, score) => total + score, 0);
      const exact = thousandths.reduce((total, k) => total + k, 0) / 1000;
      expect(roundedSum(sum, scores.length)).toBe(exact);
    }),
  );
  expect(roundedSum(3 * Math.fround(1 / 3), 3)).toBe(1);
  expect(roundedSum(12_031, 12_032)).toBe(12_031);
});
