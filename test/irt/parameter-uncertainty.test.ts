import { describe, expect, test } from 'vitest';
import type { Answers } from '../../src/irt/answers.ts';
import { estimateAbility } from '../../src/irt/estimate/estimate.ts';
import { gridOf } from '../../src/irt/likelihood-grid.ts';
import { widenScore } from '../../src/irt/parameter-uncertainty.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { probability } from '../../src/irt/probability.ts';

const THETA = 0.3;
const a = [0.7, 1.1, 1.6, 0.9, 1.3, 0.8, 1.2, 1];
const b = [-1.2, -0.4, 0.2, 0.9, 1.5, -0.8, 0.4, 2];
const c = [0, 0.1, 0.2, 0.15, 0.25, 0.05, 0.2, 0.1];
const items = itemParameters({ a, b, c });
const ANSWERED = [0, 1, 2, 3, 4];
const weights = Float64Array.from([0.05, 0.1, 0.1, 0.15, 0.1, 0.2, 0.2, 0.1]);

/** Answers that are what is expected at THETA under `items`: the maximum of the likelihood is there. */
function answersUnder(parameters: ItemParameters): Answers {
  const scores = ANSWERED.map((j) => probability(THETA, a[j], b[j], c[j], 1));
  return {
    items: parameters,
    index: Int32Array.from(ANSWERED),
    scores: Float64Array.from(scores),
    count: ANSWERED.length,
  };
}

function scored(parameters: ItemParameters) {
  const answers = answersUnder(parameters);
  const estimate = estimateAbility('ml', answers, gridOf(answers, -6, 6, 0.05));
  return { answers, estimate, predicted: predictedScore(answers, estimate, weights) };
}

const exact = scored(items);
const none = { a: a.map(() => 0), b: a.map(() => 0), c: a.map(() => 0) };
const STEP = 1e-4;

/** What one standard error of one parameter does to ability and score, by moving it and estimating again. */
function moved(name: 'a' | 'b' | 'c', j: number) {
  const at = (sign: number) => {
    const own = { a: [...a], b: [...b], c: [...c] };
    own[name][j] += sign * STEP;
    return scored(itemParameters(own));
  };
  const [up, down] = [at(1), at(-1)];
  return {
    ability: (up.estimate.ability - down.estimate.ability) / (2 * STEP),
    score: (up.predicted.score - down.predicted.score) / (2 * STEP),
  };
}

describe('errors of item parameters', () => {
  const cases = (['a', 'b', 'c'] as const).flatMap((name) =>
    a.flatMap((_, j) => (c[j] === 0 && name === 'c' ? [] : [[name, j] as const])),
  );

  test.each(cases)('%s of item %i moves ability and score as when it is moved', (name, j) => {
    const se = 0.02;
    const errors = { ...none, [name]: a.map((_, k) => (k === j ? se : 0)) };
    const { answers, estimate, predicted } = exact;
    const wide = widenScore(predicted, answers, estimate, weights, errors);
    const { ability, score } = moved(name, j);
    // In squares: the error it had, and what this parameter adds. Answers at their expectation: Fisher's information is exact there.
    expect((wide.abilitySe ** 2 - estimate.se ** 2) / se ** 2).toBeCloseTo(ability ** 2, 5);
    expect((wide.predicted.se ** 2 - predicted.se ** 2) / se ** 2).toBeCloseTo(score ** 2, 5);
  });

  test('without errors, and with ones that are not known, nothing changes', () => {
    const { answers, estimate, predicted } = exact;
    const unknown = { ...none, c: c.map(() => Number.NaN) };
    for (const errors of [none, unknown]) {
      const wide = widenScore(predicted, answers, estimate, weights, errors);
      expect(wide.predicted).toEqual(predicted);
      expect(wide.abilitySe).toBe(estimate.se);
    }
  });

  test('a probability varies by P(1 − P) at most, however large the errors', () => {
    const { answers, estimate, predicted } = exact;
    const huge = { ...none, b: b.map((_, j) => (j === 7 ? 1e6 : 0)) };
    const wide = widenScore(predicted, answers, estimate, weights, huge);
    const p = probability(estimate.ability, a[7], b[7], c[7], 1);
    expect(wide.predicted.se ** 2 - predicted.se ** 2).toBeCloseTo(
      weights[7] ** 2 * p * (1 - p),
      12,
    );
  });

  test('where all is answered the score stays exact', () => {
    const all = { ...exact.answers, index: Int32Array.from(a.keys()), count: 8 };
    const answers = { ...all, scores: Float64Array.from(a, () => 0.5) };
    const predicted = predictedScore(answers, exact.estimate, weights);
    const errors = { ...none, b: b.map(() => 1) };
    expect(widenScore(predicted, answers, exact.estimate, weights, errors).predicted.se).toBe(0);
  });
});
