import { describe, expect, test } from 'vitest';
import { choosePolytomousModel } from '../../../calibration/polytomous/choose/choose-model.ts';
import { heldOutLikelihoods } from '../../../calibration/polytomous/held-out-likelihood.ts';
import { simulatedCategories } from '../../../sim/calibration/simulated-categories.ts';
import { estimateMixedAbility } from '../../../src/irt/polytomous/estimate/estimate-mixed.ts';
import { mixedAnswersOf, mixedLogLikelihood } from '../../../src/irt/polytomous/mixed-answers.ts';
import { type MixedItem, mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';
import { randomStream } from '../../../src/random.ts';
import { goldenAnswers, matrixOf } from './golden.ts';

const beta = Array.from(
  { length: 10 },
  (_, j): MixedItem => ({
    model: 'beta',
    a: 1,
    b: (j - 5) / 4,
    dispersion: 0.6,
    categories: 6,
  }),
);
/** Right or wrong by ability; how right or wrong by chance. */
const cutOnly = () => {
  const binary = beta.map((_, j): MixedItem => ({ model: 'graded', a: 1.5, b: [(j - 5) / 4] }));
  const { matrix } = simulatedCategories('cut', mixedItems(binary), 300);
  const random = randomStream('cut', 'within');
  return {
    ...matrix,
    answers: matrix.answers.map((k) => 2 * k + (random() < 0.5 ? 0 : 1)),
    categories: new Int32Array(10).fill(4),
  };
};

describe('the model that made the answers predicts best', () => {
  test.each([
    ['graded', () => goldenAnswers('sim_graded')],
    ['gpcm', () => goldenAnswers('sim_gpcm')],
    ['beta', () => simulatedCategories('beta', mixedItems(beta), 300).matrix],
    ['binary', cutOnly],
  ] as const)('%s', (model, matrixFrom) => {
    const choice = choosePolytomousModel(matrixFrom(), { seed: 1, folds: 2 });
    expect(choice.best).toBe(model);
    const own = choice.candidates.find((candidate) => candidate.model === model)!;
    expect(own.below).toBe(0);
    expect(own.belowError).toBe(0);
    for (const other of choice.candidates) {
      expect(other.converged).toBe(true);
      expect(other.perAnswer).toBeCloseTo(other.logLikelihood / choice.answers, 12);
    }
  });
});

test('the held-out likelihood is the integral over a normal ability', () => {
  const items = mixedItems([...beta.slice(0, 3), { model: 'gpcm', a: 1, b: [0, 0.5] }]);
  const rows = [
    [0, 5, 2, 1],
    [3, -1, 4, 2],
  ];
  const found = heldOutLikelihoods(items, { ...matrixOf(rows), categories: items.categories }, 61);
  rows.forEach((row, i) => {
    const answers = mixedAnswersOf(items, row);
    let sum = 0;
    for (let k = -8000; k <= 8000; k++) {
      const theta = k / 1000;
      sum += Math.exp(mixedLogLikelihood(theta, answers) - theta ** 2 / 2) / 1000;
    }
    expect(found[i]).toBeCloseTo(Math.log(sum / Math.sqrt(2 * Math.PI)), 8);
  });
  expect(estimateMixedAbility('eap', items, rows[0]).se).toBeGreaterThan(0);
});

test('whole groups are left out, and the same seed gives the same report', () => {
  const { matrix } = simulatedCategories('groups', mixedItems(beta.slice(0, 4)), 60);
  const groups = matrix.examinees.map((_, i) => i % 6);
  const options = { seed: 'x', folds: 3, groups, candidates: ['graded', 'binary'] } as const;
  const one = choosePolytomousModel(matrix, options);
  expect(choosePolytomousModel(matrix, options)).toEqual(one);
  expect(choosePolytomousModel(matrix, { ...options, seed: 'y' })).not.toEqual(one);
  // A copy of every examinee in its own group changes nothing but the sums: no copy is predicted from the other.
  const alone = choosePolytomousModel(matrix, { ...options, groups: undefined });
  expect(alone.candidates.map(({ logLikelihood }) => logLikelihood)).not.toEqual(
    one.candidates.map(({ logLikelihood }) => logLikelihood),
  );
  expect(one.candidates.map(({ model }) => model)).toEqual(['graded', 'binary']);
  // Four items with a, five thresholds; with a, one threshold and four shares.
  expect(one.candidates.map(({ parameters }) => parameters)).toEqual([24, 24]);
});

test('a category that only left-out examinees have is predicted', () => {
  const rows = Array.from({ length: 12 }, (_, i) => [i % 3, (i + 1) % 3, i === 0 ? 3 : i % 3]);
  const matrix = { ...matrixOf(rows), categories: Int32Array.of(3, 3, 4) };
  for (const { logLikelihood } of choosePolytomousModel(matrix, { seed: 1, folds: 3 }).candidates)
    expect(Number.isFinite(logLikelihood)).toBe(true);
});

test('refuses what cannot be compared', () => {
  const { matrix } = simulatedCategories('refused', mixedItems(beta.slice(0, 3)), 10);
  const wrong = (options: object) => () => choosePolytomousModel(matrix, { seed: 1, ...options });
  expect(wrong({ folds: 11 })).toThrow('folds: found 11; accepted: a whole number from 2 to 10');
  expect(wrong({ groups: [1] })).toThrow(
    'groups: found 1; accepted: one for each of the 10 examinees',
  );
  expect(wrong({ cut: 0 })).toThrow('cut: found 0');
  expect(wrong({ pseudoAnswers: 0 })).toThrow('pseudoAnswers: found 0');
  expect(wrong({ candidates: ['rasch'] })).toThrow(
    'candidates: found rasch; accepted: graded, gpcm, beta, binary',
  );
  expect(wrong({ candidates: [] })).toThrow('candidates: found none');
  const binary = {
    ...matrix,
    answers: matrix.answers.map(() => 1),
    categories: Int32Array.of(2, 2, 2),
  };
  expect(() => choosePolytomousModel(binary, { seed: 1 })).toThrow('item i1: found 2 levels');
});
