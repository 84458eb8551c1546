import { describe, expect, test } from 'vitest';
import { fullScoreWeights } from '../../item-bank/full-score.ts';
import { answersOf } from '../../src/irt/answers.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { probability } from '../../src/irt/probability.ts';
import { probabilityDerivatives } from '../../src/irt/probability-derivatives.ts';
import { randomStream } from '../../src/random.ts';
import { simulatedItems } from '../cat/simulated.ts';

const COUNT = 500;
/** Sums of 500 terms are added and subtracted again. */
const ROUNDING = 1e-12;

describe.each(['3PL', '4PL', 'steep'] as const)('%s', (kind) => {
  const items = simulatedItems(kind, COUNT, 'score');
  const random = randomStream('score', kind);
  const row = Float64Array.from({ length: COUNT }, (_, j) =>
    j % 4 === 0 ? Math.round(10 * random()) / 10 : Number.NaN,
  );
  const answers = answersOf(items, row);
  const codes = Uint16Array.from({ length: COUNT }, (_, j) => (j < 400 ? 0 : 1));
  const tags = { topic: { values: ['law', 'art'], codes } };

  test.each([
    ['items', -1.3, 0.2],
    ['macro:topic', 0.4, 0.1],
    ['macro:topic', 7, 2],
  ] as const)('score %s at θ = %f ± %f', (fullScore, ability, se) => {
    const weights = fullScoreWeights(fullScore, tags, () => true, COUNT);
    let [score, slope, chance, observed, open] = [0, 0, 0, 0, 0];
    for (let j = 0; j < COUNT; j++) {
      if (!Number.isNaN(row[j])) {
        score += weights[j] * row[j];
        observed += weights[j] * row[j];
        continue;
      }
      const parameters = [items.a[j], items.b[j], items.c[j], items.d[j]] as const;
      const p = probability(ability, ...parameters);
      score += weights[j] * p;
      slope += weights[j] * probabilityDerivatives(ability, ...parameters).first;
      chance += weights[j] ** 2 * p * (1 - p);
      open += weights[j];
    }
    const found = predictedScore(answers, { ability, se, atBound: false }, weights);
    expect(Math.abs(found.score - score)).toBeLessThan(ROUNDING);
    expect(Math.abs(found.se - Math.sqrt((slope * se) ** 2 + chance))).toBeLessThan(ROUNDING);
    expect(Math.abs(found.least - observed)).toBeLessThan(ROUNDING);
    expect(Math.abs(found.most - observed - open)).toBeLessThan(ROUNDING);
  });

  test('everything answered: the score itself, without error', () => {
    const all = row.map((u) => (Number.isNaN(u) ? 1 : u));
    for (const fullScore of ['items', 'macro:topic'] as const) {
      const weights = fullScoreWeights(fullScore, tags, () => true, COUNT);
      const truth = all.reduce((sum, u, j) => sum + weights[j] * u, 0);
      const estimate = { ability: 2, se: Number.POSITIVE_INFINITY, atBound: false };
      const { score, se, least, most } = predictedScore(answersOf(items, all), estimate, weights);
      expect(Math.abs(score - truth)).toBeLessThan(ROUNDING);
      expect(se).toBeLessThan(1e-8);
      expect(most - least).toBeLessThan(ROUNDING);
    }
  });

  test('nothing answered and nothing known: any score', () => {
    const weights = fullScoreWeights('items', tags, () => true, COUNT);
    const estimate = { ability: 0, se: Number.POSITIVE_INFINITY, atBound: false };
    const none = answersOf(items, new Float64Array(COUNT).fill(Number.NaN));
    const { se, least, most } = predictedScore(none, estimate, weights);
    expect(se).toBe(Number.POSITIVE_INFINITY);
    expect(least).toBe(0);
    expect(Math.abs(most - 1)).toBeLessThan(ROUNDING);
  });
});

test('items that do not count do not change the score', () => {
  const items = simulatedItems('3PL', 4, 'weightless');
  const estimate = { ability: 0.2, se: 0.3, atBound: false };
  const weights = Float64Array.of(0.5, 0.5, 0, 0);
  const of = (row: number[]) => predictedScore(answersOf(items, row), estimate, weights);
  const { NaN: no } = Number;
  expect(of([1, no, 0, no])).toEqual(of([1, no, no, no]));
});
