import { describe, expect, test } from 'vitest';
import { answersOf } from '../../src/irt/answers.ts';
import { type EstimatorName, estimateAbility } from '../../src/irt/estimate/estimate.ts';
import { addAnswer, emptyGrid } from '../../src/irt/likelihood-grid.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { rightAnswers } from '../../src/irt/right-answers.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import { repetitions } from '../repetitions.ts';

const COUNT = 120;
const random = randomStream('right-answers');
const list = (of: () => number) => Array.from({ length: COUNT }, of);
const b = list(() => randomNormal(random));
const items = itemParameters({ a: list(() => Math.exp(0.5 * randomNormal(random))), b });
const guessed = itemParameters({
  a: list(() => Math.exp(0.5 * randomNormal(random))),
  b,
  c: list(() => 0.2),
});
const rasch = itemParameters({ a: list(() => 1), b });

function tested(own: ItemParameters, row: ArrayLike<number>, estimator: EstimatorName) {
  const answers = answersOf(own, row);
  const grid = emptyGrid(-6, 6, 0.1);
  for (let k = 0; k < answers.count; k++) addAnswer(grid, own, answers.index[k], answers.scores[k]);
  return rightAnswers(answers, estimateAbility(estimator, answers, grid));
}

/** P written out once more. */
const curve = ({ a, b, c }: ItemParameters, theta: number, j: number) =>
  c[j] + (1 - c[j]) / (1 + Math.exp(-a[j] * (theta - b[j])));

test('sums of scores and of probabilities, over the items that have an answer, fractions as fractions', () => {
  const row = items.b.map((_, j) => (j < 2 ? Number.NaN : j % 4 === 0 ? 0.25 : j % 2));
  const estimate = { ability: 0.3, se: 0.2, atBound: false };
  const { count, right, expected, residual } = rightAnswers(answersOf(items, row), estimate);
  expect(count).toBe(COUNT - 2);
  let sum = 0;
  let mean = 0;
  let chance = 0;
  let moves = 0;
  for (let j = 2; j < COUNT; j++) {
    const p = curve(items, 0.3, j);
    sum += row[j];
    mean += p;
    chance += p * (1 - p);
    moves += items.a[j] * p * (1 - p);
  }
  expect(right).toBeCloseTo(sum, 10);
  expect(expected).toBeCloseTo(mean, 10);
  expect(residual).toBeCloseTo((sum - mean) / Math.sqrt(chance - (0.2 * moves) ** 2), 10);
});

describe.each([
  ['ml', items, 1],
  ['ml', guessed, 1],
  ['map', items, 1],
  ['eap', guessed, 1],
  ['ml', items, 0.5],
] as const)('%s, drawn from the model', (estimator, own, share) => {
  test(`is ${share === 1 ? 'a standard normal residual' : 'narrower where scores are fractions'}`, () => {
    const TESTS = repetitions(800, 100);
    const values = Array.from({ length: TESTS }, () => {
      const theta = randomNormal(random);
      const row = own.b.map((_, j) => {
        const p = curve(own, theta, j);
        const score = random() < p ? 1 : 0;
        return share * score + (1 - share) * p;
      });
      return tested(own, row, estimator).residual!;
    });
    const mean = values.reduce((sum, v) => sum + v, 0) / TESTS;
    const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / TESTS;
    // Four standard errors, and 0.05 for what the linear approximation leaves out.
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(TESTS) + 0.05);
    expect(Math.abs(variance - share * share)).toBeLessThan(4 * Math.sqrt(2 / TESTS) + 0.05);
  });
});

test('a Rasch model at its maximum of likelihood expects exactly the right answers: no difference is possible', () => {
  const row = rasch.b.map((_, j) => (j % 3 === 0 ? 1 : 0));
  const { right, expected, residual } = tested(rasch, row, 'ml');
  expect(expected).toBeCloseTo(right, 6);
  expect(residual).toBeNull();
});

test('flat items right and steep ones wrong differ by more than chance', () => {
  const order = [...items.a.keys()].sort((x, y) => items.a[x] - items.a[y]);
  const row = new Float64Array(COUNT);
  for (const j of order.slice(0, COUNT / 2)) row[j] = 1;
  expect(tested(items, row, 'ml').residual).toBeGreaterThan(4);
  expect(
    tested(
      items,
      row.map((u) => 1 - u),
      'ml',
    ).residual,
  ).toBeLessThan(-4);
});

test('on a bound, and without information, it is a number or null', () => {
  const right = tested(items, new Float64Array(COUNT).fill(1), 'ml');
  expect(right.residual).toBeGreaterThan(0);
  expect(right.residual).toBeLessThan(3);
  const far = { ability: 1e5, se: Number.POSITIVE_INFINITY, atBound: false };
  const all = answersOf(items, new Float64Array(COUNT).fill(1));
  expect(rightAnswers(all, far)).toMatchObject({ expected: COUNT, residual: null });
});
