import { expect, test } from 'vitest';
import { JointVariances } from '../../../src/ranking/ordering/joint-scores.ts';
import type { ScoreState } from '../../../src/ranking/ordering/score-state.ts';
import { NO_CHANCE } from '../no-chance.ts';

/** SE 0.02, made of four items of equal influence. */
function state(score: number): ScoreState {
  return {
    score,
    se: 0.02,
    items: 4,
    answers: NO_CHANCE,
    back: 0,
    influence: new Float64Array(4).fill(0.01),
    residual: new Float64Array(4),
    spread: new Float64Array(4).fill(0.5),
  };
}

function differenceVariance(rho: number, factors: readonly number[]): number {
  const states = [state(0.6), state(0.5)];
  const joint = new JointVariances(2);
  joint.update(states, [0, 1], Float64Array.of(1, rho, rho, 1), factors);
  expect(joint.differenceVariances[2]).toBe(joint.differenceVariances[1]);
  return joint.differenceVariances[1] / 0.02 ** 2;
}

test('what two models share is as much wider as their errors are', () => {
  expect(differenceVariance(0.5, [1, 1])).toBeCloseTo(1, 12);
  expect(differenceVariance(0.5, [2, 2])).toBeCloseTo(4, 12);
  expect(differenceVariance(0.5, [2, 3])).toBeCloseTo(4 + 9 - 6, 12);
  expect(differenceVariance(0, [2, 3])).toBeCloseTo(13, 12);
});

test('what two models share never takes away all of the variance', () => {
  expect(differenceVariance(1, [1, 1])).toBeCloseTo(0.1, 12);
  expect(differenceVariance(0.98, [3, 3])).toBeCloseTo(0.9, 12);
});
