import { expect, test } from 'vitest';
import { bankRatio } from '../../../src/ranking/robust/bank-ratio.ts';

test('the chance that only the sample has is taken out of error and standard error', () => {
  expect(bankRatio(0.13, 0.05, 0.0016)).toBeCloseTo(Math.sqrt(0.0169 - 0.0016) / 0.03, 12);
  expect(bankRatio(0.08, 0.04, 0)).toBeCloseTo(2, 12);
});

test('an error below its standard error keeps the ratio it has on the sample, and is not taken for none', () => {
  // Its square is less than what would be taken out.
  expect(bankRatio(0.01, 0.05, 0.0016)).toBeCloseTo(0.2, 12);
  expect(bankRatio(0, 0.05, 0.0016)).toBe(0);
});

test('a larger error never has a smaller ratio', () => {
  const ratios = Array.from({ length: 200 }, (_, k) => bankRatio(k / 1000, 0.05, 0.0016));
  ratios.slice(1).forEach((ratio, k) => {
    expect(ratio).toBeGreaterThan(ratios[k]);
  });
});
