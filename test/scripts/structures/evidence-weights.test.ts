import { expect, test } from 'vitest';
import { evidenceWeights } from '../../../scripts/structures/evidence-weights.ts';

/** Rounding of three exponentials and a division. */
const ROUNDING = 1e-12;

test('shares are as evidences are, however small these are', () => {
  const shares = evidenceWeights([-5000 + Math.log(3), -5000, -5000 + Math.log(6)]);
  [0.3, 0.1, 0.6].forEach((share, k) => {
    expect(Math.abs(shares[k] - share)).toBeLessThan(ROUNDING);
  });
});

test('one model has all of it; an impossible one has nothing', () => {
  expect(evidenceWeights([-1e5])).toEqual([1]);
  expect(evidenceWeights([0, Number.NEGATIVE_INFINITY])).toEqual([1, 0]);
});
