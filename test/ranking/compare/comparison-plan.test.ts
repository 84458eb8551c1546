import { expect, test } from 'vitest';
import { planComparison } from '../../../src/ranking/compare/comparison-plan.ts';
import { ComparisonTest } from '../../../src/ranking/compare/comparison-test.ts';

const SIZE = 800;
const weights = new Float64Array(SIZE).fill(1 / SIZE);

test('without item parameters a plan is that of random pairs, by the formula for paired proportions', () => {
  const design = { parameters: null, weights, recorded: [null, null], kinship: 0.3, seed: '1' };
  const plan = planComparison(new ComparisonTest(design), 1 / SIZE, 'recorded', 0.05, 200);
  // 2 p q (1 − ρ) with p = ½, and a twentieth more.
  const differing = 0.5 * 0.7 * 1.05;
  expect(plan.differing).toBeCloseTo(differing, 12);
  const row = plan.lengths.find(({ items }) => items === 200)!;
  // z(.95) + z(.8) standard errors.
  const detectable = 248.6475 * Math.sqrt(differing * (1 / 200 - 1 / SIZE));
  expect(row.detectableAtRandom).toBeCloseTo(detectable, 3);
  // Their variance has N − 1 in place of N: (1 − 1/N) S².
  expect(row.detectable).toBeCloseTo(detectable, 3);
  // Power of 5 points: Φ(5 / 3.71 − 1.645) by a table.
  expect(row.power[2]).toBeCloseTo(0.383, 3);
});

test('the expected score keeps the chance in the answers to all items', () => {
  const design = { parameters: null, weights, recorded: [null, null], kinship: 0.3, seed: '1' };
  const plan = planComparison(new ComparisonTest(design), 1 / SIZE, 'expected', 0.05, SIZE);
  const whole = plan.lengths.find(({ items }) => items === SIZE)!;
  expect(whole.detectable).toBeCloseTo(248.6475 * Math.sqrt(0.3675 / SIZE), 3);
  expect(plan.needed.map(({ items }) => items)).toEqual([null, null, null]);
});
