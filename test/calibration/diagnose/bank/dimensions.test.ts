import { expect, test } from 'vitest';
import { compareDimensions } from '../../../../calibration/diagnose/bank/compare-dimensions.ts';
import { predictAnswers } from '../../../../calibration/diagnose/bank/predict-answers.ts';
import { logistic } from '../../../../src/irt/logistic.ts';
import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { matrixOf } from '../../simulated.ts';

/** Answers of abilities N(0, I), each item on one of `dimensions` in turn; members of a family have the same abilities. */
function answersOf(
  seed: string,
  { examinees = 60, items = 80, dimensions = 1, perFamily = 1, slope = 1.5 } = {},
): ResponseMatrix {
  const random = randomStream(seed);
  const theta = Array.from({ length: Math.ceil(examinees / perFamily) }, () =>
    Array.from({ length: dimensions }, () => randomNormal(random)),
  );
  const difficulty = Array.from({ length: items }, () => randomNormal(random));
  return matrixOf(examinees, items, (i, j) => {
    const ability = theta[Math.floor(i / perFamily)][j % dimensions];
    return random() < logistic(slope * (ability - difficulty[j])) ? 1 : 0;
  });
}

const compare = (matrix: ResponseMatrix, dimensions: number[], families = matrix.examinees) =>
  compareDimensions(matrix, {
    guessing: new Float64Array(matrix.items.length),
    families,
    dimensions,
    seed: 1,
    onFit: () => {},
  });

test('one dimension is enough for answers of one', () => {
  const found = compare(answersOf('one'), [1, 2]).value!;
  expect(found).toMatchObject({ folds: 5, examinees: 60, families: 60, items: 80, enough: 1 });
  expect(found.answers).toBe(60 * 40);
});

test('answers of two dimensions need two', () => {
  const found = compare(answersOf('two', { dimensions: 2 }), [1, 2]).value!;
  expect(found).toMatchObject({ best: 2, enough: 2 });
  const [one, two] = found.compared;
  expect(one.behind).toBeGreaterThan(2 * one.behindSe);
  expect(one.behind).toBeCloseTo(two.logLikelihood - one.logLikelihood, 12);
  expect(two).toMatchObject({ behind: 0, behindSe: 0 });
  // A tossed coin has −0.69 per answer.
  expect(two.logLikelihood).toBeGreaterThan(-0.69);
});

test('the error of examinees of the same family does not fall with their number', () => {
  const matrix = answersOf('families', { perFamily: 6 });
  const families = matrix.examinees.map((_, i) => `f${Math.floor(i / 6)}`);
  const [alone, together] = [compare(matrix, [1]), compare(matrix, [1], families)];
  expect(together.value!.families).toBe(10);
  // √6 if members were equal; their answers differ by chance.
  expect(together.value!.compared[0].se!).toBeGreaterThan(1.2 * alone.value!.compared[0].se!);
  expect(compare(matrix, [1], families)).toEqual(together);
});

test('families are left out whole', () => {
  const random = randomStream('copies');
  const tossed = Array.from({ length: 10 * 60 }, () => (random() < 0.5 ? 1 : 0));
  const copies = matrixOf(40, 60, (i, j) => tossed[60 * (i % 10) + j]);
  const families = copies.examinees.map((_, i) => `f${i % 10}`);
  const perAnswer = (of: readonly string[]) => compare(copies, [4], of).value!.compared[0];
  // Copies of an examinee in the calibration tell what a coin does not.
  const alone = perAnswer(copies.examinees).logLikelihood;
  expect(alone).toBeGreaterThan(-0.67);
  expect(perAnswer(families).logLikelihood).toBeLessThan(-0.69);
});

test('says what is lacking', () => {
  const matrix = answersOf('few', { examinees: 12, items: 20 });
  expect(compare(matrix, []).reason).toContain('no number');
  expect(compare(matrix, [1], Array(12).fill('one')).reason).toBe(
    '1 families; five folds need at least five',
  );
  expect(compare(matrix, [4]).reason).toContain('4 dimensions need 20');
  const sparse = matrixOf(12, 20, (_, j) => (j < 3 ? 1 : Number.NaN));
  expect(compare(sparse, [1]).reason).toContain('no examinee has 4 answers');
});

test('an answer’s probability is that of the curve averaged over the ability', () => {
  const random = randomStream('predicted');
  const items = 30;
  const coefficients = Float64Array.from({ length: 2 * items }, (_, k) =>
    k % 2 === 0 ? randomNormal(random) : 0.6 + random(),
  );
  const guessing = Float64Array.from({ length: items }, (_, j) => (j % 3 === 0 ? 0.2 : 0));
  const scores = Float32Array.from({ length: items }, () => (random() < 0.6 ? 1 : 0));
  const [given, predicted] = [0, 1].map((half) =>
    Int32Array.from({ length: 15 }, (_, k) => 2 * k + half),
  );
  const model = {
    dimensions: 1,
    coefficients,
    covariances: new Float64Array(4 * items),
    guessing,
    abilities: new Float64Array(0),
    rounds: 0,
    converged: true,
  };
  const right = (theta: number, j: number) =>
    guessing[j] +
    (1 - guessing[j]) * logistic(coefficients[2 * j] + coefficients[2 * j + 1] * theta);
  const nodes = Array.from({ length: 1601 }, (_, q) => -8 + q / 100);
  const weights = nodes.map((theta) =>
    Array.from(given).reduce(
      (product, j) => product * (scores[j] === 1 ? right(theta, j) : 1 - right(theta, j)),
      Math.exp(-0.5 * theta * theta),
    ),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let expected = 0;
  for (const j of predicted) {
    const p = nodes.reduce((sum, theta, q) => sum + (weights[q] / total) * right(theta, j), 0);
    expected += Math.log(scores[j] === 1 ? p : 1 - p);
  }
  // The posterior of 15 answers is not quite normal; the curves of all items at the mode alone are 0.06 off.
  expect(
    Math.abs(predictAnswers(model, scores, given, predicted) / 15 - expected / 15),
  ).toBeLessThan(0.003);
  // What is not known of the items draws probabilities towards those without them.
  const vague = { ...model, covariances: model.covariances.map((_, k) => (k % 4 === 0 ? 1e6 : 0)) };
  const coin = Array.from(predicted).reduce((sum, j) => {
    const p = guessing[j] + (1 - guessing[j]) / 2;
    return sum + Math.log(scores[j] === 1 ? p : 1 - p);
  }, 0);
  expect(predictAnswers(vague, scores, given, predicted)).toBeCloseTo(coin, 1);
});
