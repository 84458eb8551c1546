import { expect, test } from 'vitest';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { type MixedItem, mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';
import { predictedMixedScore } from '../../../src/irt/polytomous/predicted-mixed-score.ts';
import { predictedScore } from '../../../src/irt/predicted-score.ts';

/** Both add the same terms in another order. */
const ROUNDING = 12;
const A = [1.2, 0.7, 2, 1];
const B = [-0.5, 0.3, 1, -1.5];
const items = mixedItems(A.map((a, j): MixedItem => ({ model: 'graded', a, b: [B[j]] })));

test('with two categories it is the score that right and wrong answers predict', () => {
  const estimate = { ability: 0.4, se: 0.6, atBound: false };
  const parameters = itemParameters({ a: A, b: B, c: [0, 0, 0, 0], d: [1, 1, 1, 1] });
  const answers = {
    items: parameters,
    index: Int32Array.of(1, 3),
    scores: Float64Array.of(1, 0),
    count: 2,
  };
  const known = predictedScore(answers, estimate, new Float64Array(4).fill(0.25));
  const own = predictedMixedScore(items, [Number.NaN, 1, Number.NaN, 0], estimate);
  for (const name of ['score', 'se', 'least', 'most'] as const)
    expect(own[name]).toBeCloseTo(known[name], ROUNDING);
});

test('of all answers it is their mean, without error', () => {
  const own = predictedMixedScore(items, [1, 0.5, 0, 0.25], { ability: 0, se: Infinity });
  expect(own).toEqual({ score: 0.4375, se: 0, least: 0.4375, most: 0.4375 });
});
