import { expect, test } from 'vitest';
import { scoreEstimate } from '../../src/evaluation/score-estimate.ts';

test('the score on the bank lies between what the missing answers allow', () => {
  // 25 of 37 answers are right, and three are missing: 62.5 to 70.
  const scores = Array.from({ length: 40 }, (_, j) => (j < 3 ? Number.NaN : j < 28 ? 1 : 0));
  const parts = { codes: new Uint8Array(40), sizes: [40], weights: [1] };
  const { bankLow, bankHigh } = scoreEstimate(scores, parts)!;
  expect(bankLow).toBeGreaterThanOrEqual(62.5);
  expect(bankHigh).toBeCloseTo(70, 9);
});
