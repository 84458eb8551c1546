import { expect, test } from 'vitest';
import { normalBelief } from '../../../src/ranking/compare/normal-belief.ts';
import { sharedBelief } from '../../../src/ranking/compare/shared-belief.ts';

/** Rounding of short sums. */
const ROUNDING = 1e-12;

test('the difference on shared items is that of paired answers, and exact as the recorded score of the whole bank alone', () => {
  // The last two items are not shared.
  const before = [1, 1, 1, 0, 0, 1, 1, 0, 1, 1, Number.NaN, 0];
  const now = [0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, Number.NaN];
  const weights = Float64Array.from(before, (_, j) => (j < 10 ? 0.1 : 0));
  const belief = sharedBelief(before, now, weights, false, 'recorded');
  expect(belief.difference).toBeCloseTo(-0.2, 12);
  // Three lost, one won, of ten: √((4 − 10 · .2²) / 100).
  expect(belief.standardError).toBeCloseTo(Math.sqrt(3.6) / 10, 12);
  // Tango's statistic at no difference is McNemar's z: −2 / √4.
  expect(belief.below(0)).toBeCloseTo(0.158655253931457, 10);
  const whole = sharedBelief(before, now, weights, true, 'recorded');
  expect(whole.interval(0.05)).toEqual({ low: whole.difference, high: whole.difference });
});

test('the difference of two scores has a normal error', () => {
  const belief = normalBelief(-0.02, 0.01);
  expect(belief.interval(0.05).low).toBeCloseTo(-0.02 - 0.01644853626951472, 10);
  expect(Math.abs(belief.below(0) - 0.0227501319481792)).toBeLessThan(ROUNDING);
  expect(Math.abs(belief.above(-0.02) - 0.5)).toBeLessThan(ROUNDING);
});
