import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fitMarginal } from '../../../calibration/fit/library-marginal.ts';
import { calibratePolytomous } from '../../../calibration/polytomous/calibrate-polytomous.ts';
import { heldOutLikelihoods } from '../../../calibration/polytomous/held-out-likelihood.ts';
import { numbersOf } from '../../../calibration/polytomous/models/item-numbers.ts';
import {
  DEFAULT_POLYTOMOUS_PRIORS,
  NO_PRIORS,
  type PolytomousPriors,
} from '../../../calibration/polytomous/priors.ts';
import { simulatedCategories } from '../../../sim/calibration/simulated-categories.ts';
import { categoriesOfScores } from '../../../src/irt/polytomous/category-matrix.ts';
import { type MixedItem, mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { IS_ALL } from '../../repetitions.ts';
import { goldenAnswers, matrixOf } from './golden.ts';

const NONE = { family: 'none' } as const;
const TRUTH: readonly MixedItem[] = Array.from({ length: 6 }, (_, r): readonly MixedItem[] => {
  const at = (r - 2.5) / 2;
  return [
    { model: 'graded', a: 1 + r / 8, b: [at - 0.8, at, at + 1] },
    { model: 'gpcm', a: 0.6 + r / 10, b: [at - 0.3, at + 0.4] },
    { model: 'nominal', slopes: [-0.9, 0.1, 0.8], intercepts: [0.2 - at, 0.1, at - 0.3] },
    { model: 'beta', a: 0.8 + r / 8, b: at, dispersion: 0.1 + r / 20, categories: 6 },
  ];
}).flat();
const MODELS = TRUTH.map(({ model }) => model as 'graded' | 'gpcm' | 'nominal' | 'beta');

test('finds the parameters of simulated items of all models, as far as its standard errors say', () => {
  const { matrix, abilities } = simulatedCategories('recovery', mixedItems(TRUTH), 1500, 0.2);
  const fit = calibratePolytomous(matrix, {
    model: MODELS,
    priors: NO_PRIORS,
    errors: 'blockwise',
  });
  expect(fit.converged).toBe(true);
  const errors = TRUTH.flatMap((item, j) =>
    numbersOf(fit.parameters[j]).map((value, m) => {
      const truth = numbersOf(mixedTruth(item))[m];
      return (value - truth) / fit.standardErrors![j][m];
    }),
  );
  const spread = Math.sqrt(errors.reduce((sum, z) => sum + z * z, 0) / errors.length);
  // The root mean square of some 100 standard normal errors, and a tenth more for what blocks leave out.
  expect(spread).toBeGreaterThan(0.85);
  expect(spread).toBeLessThan(1.25);
  const held = abilities.filter(
    (theta, i) => Math.abs(theta - fit.abilities[i]) < 1.645 * fit.abilityErrors[i],
  );
  expect(held.length / abilities.length).toBeGreaterThan(0.87);
  expect(held.length / abilities.length).toBeLessThan(0.93);
});

/** Slopes and intercepts of the nominal model are reported with sum 0. */
function mixedTruth(item: MixedItem): MixedItem {
  if (item.model !== 'nominal') return item;
  const centre = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  return { ...item, slopes: centre(item.slopes), intercepts: centre(item.intercepts) };
}

describe('two categories', () => {
  const binary = Array.from(
    { length: 12 },
    (_, j): MixedItem => ({
      model: 'graded',
      a: 0.7 + j / 10,
      b: [(j - 6) / 4],
    }),
  );
  const { matrix } = simulatedCategories('binary', mixedItems(binary), 600, 0.1);
  const scores = Float32Array.from(matrix.answers, (k) => (k < 0 ? Number.NaN : k));
  const expected = fitMarginal(
    { examinees: matrix.examinees, items: matrix.items, scores },
    { model: '2pl', priors: { a: NONE, b: NONE }, tolerance: 1e-7, quadrature: 61 },
  );

  test.each(['graded', 'gpcm'] as const)('%s gives the 2PL of the same answers', (model) => {
    const fit = calibratePolytomous(matrix, {
      model,
      priors: NO_PRIORS,
      quadrature: 61,
      tolerance: 1e-7,
      errors: 'none',
    });
    expect(fit.logLikelihood).toBeCloseTo(expected.logLikelihood, 5);
    fit.parameters.forEach((item, j) => {
      const [a, b] = numbersOf(item);
      expect(a).toBeCloseTo(expected.parameters.a[j], 4);
      expect(b).toBeCloseTo(expected.parameters.b[j], 4);
      expect(fit.abilities[j]).toBeCloseTo(expected.abilities[j], 4);
    });
  });

  test('the default priors are those of the 2PL', () => {
    const own = fitMarginal(
      { examinees: matrix.examinees, items: matrix.items, scores },
      { model: '2pl', tolerance: 1e-7, quadrature: 61 },
    );
    const fit = calibratePolytomous(matrix, { model: 'graded', quadrature: 61, tolerance: 1e-7 });
    expect(fit.logPosterior).toBeCloseTo(own.logPosterior, 5);
    fit.parameters.forEach((item, j) => {
      expect(numbersOf(item)[0]).toBeCloseTo(own.parameters.a[j], 4);
    });
  });
});

test.each([
  ['graded', 0.2],
  ['gpcm', -0.3],
] as const)(
  'the default prior of %s does not change the unit of the scale; a given one does',
  (model, centre) => {
    const random = randomStream('unit', model);
    const items = Array.from({ length: 100 }, () => {
      const at = randomNormal(random);
      const a = Math.exp(centre + 0.4 * randomNormal(random));
      return { model, a, b: [at - 0.8, at, at + 0.9] };
    });
    const { matrix, abilities } = simulatedCategories(`unit ${model}`, mixedItems(items), 150);
    const spread = Math.sqrt(abilities.reduce((sum, x) => sum + x * x, 0) / abilities.length);
    /** Of slopes, in the unit of these abilities. */
    const ratio = (priors?: PolytomousPriors) => {
      const { parameters, converged } = calibratePolytomous(matrix, {
        model,
        priors,
        errors: 'none',
      });
      expect(converged).toBe(true);
      const logs = parameters.map((item, j) => Math.log(numbersOf(item)[0] / items[j].a / spread));
      return Math.exp(logs.reduce((sum, x) => sum + x, 0) / logs.length);
    };
    expect(Math.abs(ratio() - 1)).toBeLessThan(0.1);
    expect(ratio(DEFAULT_POLYTOMOUS_PRIORS[model])).toBeLessThan(0.88);
  },
);

test.runIf(IS_ALL)(
  'joint standard errors are those of repeated samples; blockwise ones are close below',
  () => {
    const items = TRUTH.filter(({ model }) => model === 'graded');
    const values: number[][] = [];
    const said: number[][] = [];
    for (let r = 0; r < 30; r++) {
      const { matrix } = simulatedCategories(`errors ${r}`, mixedItems(items), 300);
      const fit = calibratePolytomous(matrix, {
        model: 'graded',
        priors: NO_PRIORS,
        quadrature: 61,
        errors: r === 0 ? 'joint' : 'none',
      });
      values.push(fit.parameters.flatMap(numbersOf));
      if (r > 0) continue;
      const blocks = calibratePolytomous(matrix, {
        model: 'graded',
        priors: NO_PRIORS,
        quadrature: 61,
        errors: 'blockwise',
      });
      said.push(fit.standardErrors!.flatMap((own) => [...own]));
      said.push(blocks.standardErrors!.flatMap((own) => [...own]));
    }
    const spreads = values[0].map((_, m) => {
      const mean = values.reduce((sum, row) => sum + row[m], 0) / values.length;
      return Math.sqrt(
        values.reduce((sum, row) => sum + (row[m] - mean) ** 2, 0) / (values.length - 1),
      );
    });
    const ratio = (own: readonly number[]) =>
      Math.sqrt(own.reduce((sum, se, m) => sum + (se / spreads[m]) ** 2, 0) / own.length);
    // 30 repetitions give a spread within 13%; the root mean square of 24 of them is within some 5%.
    expect(Math.abs(ratio(said[0]) - 1)).toBeLessThan(0.1);
    expect(Math.abs(ratio(said[1]) - 1)).toBeLessThan(0.15);
  },
);

test('an empty category is removed, or refused; scores keep their place', () => {
  const { answers, ...rest } = goldenAnswers('science');
  const gap = { ...rest, answers: answers.map((k, at) => (at % 4 === 0 && k === 1 ? 2 : k)) };
  const fit = calibratePolytomous(gap, { model: 'graded', priors: NO_PRIORS, errors: 'none' });
  expect([...fit.kept[0]]).toEqual([0, 2, 3]);
  expect(fit.parameters[0].scores).toEqual([0, 2 / 3, 1]);
  expect(fit.matrix.categories[0]).toBe(3);
  // The same as with these categories from the start.
  const merged = {
    ...gap,
    answers: gap.answers.map((k, at) => (at % 4 === 0 && k > 1 ? k - 1 : k)),
  };
  const same = calibratePolytomous(
    { ...merged, categories: Int32Array.of(3, 4, 4, 4) },
    { model: 'graded', priors: NO_PRIORS, errors: 'none' },
  );
  expect(fit.logLikelihood).toBeCloseTo(same.logLikelihood, 8);
  expect(() => calibratePolytomous(gap, { model: 'graded', emptyCategories: 'refuse' })).toThrow(
    "item i1: found no answer in category 1; accepted: answers in all 4 categories, or emptyCategories: 'merge'.",
  );
});

test('answers that vary less than a beta item can leave its dispersion at a bound, and the rest at its maximum', () => {
  const matrix = goldenAnswers('science');
  const common = { model: 'beta', priors: NO_PRIORS, quadrature: 61 } as const;
  const fit = calibratePolytomous(matrix, common);
  const own = calibratePolytomous(matrix, { ...common, errors: 'blockwise' });
  expect(fit.converged).toBe(true);
  fit.parameters.forEach((item, j) => {
    expect(numbersOf(item)[2]).toBeLessThan(0.001);
    for (const errors of [fit.standardErrors![j], own.standardErrors![j]]) {
      expect(errors[2]).toBeNaN();
      expect(errors[0]).toBeGreaterThan(0.05);
    }
  });
  // Moving any slope or location lowers the likelihood.
  for (let j = 0; j < 4; j++)
    for (const [da, db] of [
      [0.02, 0],
      [-0.02, 0],
      [0, 0.05],
      [0, -0.05],
    ]) {
      const moved = fit.parameters.map((item, i) =>
        i === j && item.model === 'beta' ? { ...item, a: item.a + da, b: item.b + db } : item,
      );
      const sum = heldOutLikelihoods(mixedItems(moved), matrix, 61).reduce((x, y) => x + y, 0);
      expect(sum).toBeLessThan(fit.logLikelihood);
    }
});

test('with pseudo-answers an empty category keeps a probability', () => {
  const { answers, ...rest } = goldenAnswers('science');
  const gap = { ...rest, answers: answers.map((k, at) => (at % 4 === 0 && k === 1 ? 2 : k)) };
  const fit = calibratePolytomous(gap, { model: 'graded', pseudoAnswers: 1, errors: 'none' });
  expect(fit.converged).toBe(true);
  expect(fit.matrix.categories[0]).toBe(4);
  expect(numbersOf(fit.parameters[0]).every(Number.isFinite)).toBe(true);
});

test.each([
  [
    [
      [0, 1],
      [0, 2],
      [0, 0],
    ],
    'graded',
    'item i1: found all answers in category 0',
  ],
  [
    [
      [-1, 1],
      [-1, 0],
    ],
    'graded',
    'item i1: found no answer',
  ],
  [
    [
      [0, 1],
      [1, 0],
    ],
    'beta',
    'item i1: found 2 levels; accepted: at least three for the beta model',
  ],
] as const)('refuses what determines nothing: %j', (rows, model, message) => {
  const matrix = { ...matrixOf(rows.map((row) => [...row])), categories: Int32Array.of(2, 3) };
  expect(() => calibratePolytomous(matrix, { model })).toThrow(message);
});

test('refuses options and answers that it would misread', () => {
  const matrix = goldenAnswers('science');
  const wrong = (options: object) => () =>
    calibratePolytomous(matrix, { model: 'graded', ...options });
  expect(wrong({ model: ['graded'] })).toThrow(
    'model: found 1 models; accepted: one, or one for each of the 4 items',
  );
  expect(wrong({ model: 'rasch' })).toThrow(
    'model: found rasch; accepted: graded, gpcm, nominal, beta',
  );
  expect(wrong({ quadrature: 3 })).toThrow('quadrature: found 3');
  const normal = { family: 'normal', mean: 0, sd: 1 } as const;
  expect(wrong({ priors: { slope: normal, intercept: normal } })).toThrow(
    'priors.intercept: found normal; accepted: none, except in a bank of nominal items.',
  );
  const lognormal = { ...normal, family: 'lognormal' } as const;
  expect(wrong({ model: 'nominal', priors: { slope: lognormal, intercept: normal } })).toThrow(
    'priors.slope: found lognormal; accepted: none or normal for nominal items',
  );
  expect(wrong({ model: 'nominal', priors: { slope: normal, intercept: lognormal } })).toThrow(
    'priors.intercept: found lognormal',
  );
  expect(wrong({ pseudoAnswers: -1 })).toThrow('pseudoAnswers: found -1');
  const beyond = { ...matrix, categories: Int32Array.of(3, 4, 4, 4) };
  expect(() => calibratePolytomous(beyond, { model: 'graded' })).toThrow(
    'item i1: found an answer in category 3; accepted: categories from 0 to 2, or −1 for no answer.',
  );
});

test('a grid that is too coarse is refined', () => {
  const steep = Array.from(
    { length: 4 },
    (_, j): MixedItem => ({
      model: 'graded',
      a: 30,
      b: [j / 2 - 1, j / 2 - 0.9, j / 2 - 0.7],
    }),
  );
  const { matrix } = simulatedCategories('steep', mixedItems(steep), 80);
  // A prior near the truth, without which such slopes have no maximum.
  const slope = { family: 'lognormal', mean: 3.4, sd: 0.1 } as const;
  const priors = { slope, intercept: { family: 'none' } } as const;
  const common = { model: 'graded', errors: 'none', priors } as const;
  const auto = calibratePolytomous(matrix, common);
  expect(auto.quadrature.nodes).toBeGreaterThan(61);
  expect(auto.quadrature.isCoarse).toBe(false);
  const coarse = calibratePolytomous(matrix, { ...common, quadrature: 61, maxIterations: 20 });
  expect(coarse.quadrature.isCoarse).toBe(true);
});

test('scores in [0, 1] become the nearest level', () => {
  const matrix = categoriesOfScores(
    {
      examinees: ['x'],
      items: ['a', 'b', 'c', 'd'],
      scores: Float32Array.of(0, 0.124, 0.126, Number.NaN),
    },
    5,
  );
  expect([...matrix.answers]).toEqual([0, 0, 1, -1]);
  expect(() =>
    categoriesOfScores({ examinees: [], items: ['a'], scores: new Float32Array(0) }, 1),
  ).toThrow('item a: the number of levels is 1');
  expect(() =>
    categoriesOfScores({ examinees: ['x'], items: ['a'], scores: Float32Array.of(-1) }, 3),
  ).toThrow(
    'the score of x on item a is -1; accepted: a number from 0 to 1, or NaN for no answer.',
  );
});

/** The options that 600 people chose, of a package of R; skipped where it is not there. */
const CHOICES = new URL('../../../../shared/data/human/sat12/', import.meta.url);
test.skipIf(!existsSync(CHOICES))(
  'the nominal model of real choices has one maximum from two starts',
  () => {
    const table = (name: string) =>
      readFileSync(new URL(name, CHOICES), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','));
    // 8 is no answer. The options of an item are numbered from 1.
    const rows = table('choices.csv').map((row) =>
      row.slice(1).map((cell) => (cell === '8' ? -1 : Number(cell) - 1)),
    );
    const keys = table('items.csv').map((row) => Number(row[1]) - 1);
    const matrix = { ...matrixOf(rows), categories: new Int32Array(keys.length).fill(5) };
    const scores = keys.map((key) => Array.from({ length: 5 }, (_, k) => (k === key ? 1 : 0)));
    const common = {
      model: 'nominal',
      scores,
      errors: 'none',
      quadrature: 61,
      tolerance: 1e-6,
    } as const;
    const one = calibratePolytomous(matrix, common);
    const other = calibratePolytomous(matrix, { ...common, startingSlope: 3 });
    expect(one.converged && other.converged).toBe(true);
    expect(Math.abs(one.logPosterior - other.logPosterior)).toBeLessThan(1e-4);
    // Nominal slopes say more than right or wrong: the log-likelihood is above that of the key, with the other options in proportion to how often they are chosen.
    expect(one.logLikelihood).toBeGreaterThan(keyOnly(rows, keys));
    // The key has the steepest slope of most items.
    const steepest = one.parameters.filter(
      (item, j) =>
        item.model === 'nominal' &&
        item.slopes[[...one.kept[j]].indexOf(keys[j])] === Math.max(...item.slopes),
    );
    expect(steepest.length).toBeGreaterThanOrEqual(28);
    expect(mixedItems(one.parameters).count).toBe(32);
  },
);

function keyOnly(rows: readonly (readonly number[])[], keys: readonly number[]): number {
  const right = rows.map((row) => row.map((k, j) => (k < 0 ? -1 : k === keys[j] ? 1 : 0)));
  const fit = calibratePolytomous(matrixOf(right), {
    model: 'graded',
    priors: NO_PRIORS,
    errors: 'none',
  });
  let sum = fit.logLikelihood;
  keys.forEach((key, j) => {
    const counts = new Map<number, number>();
    for (const row of rows)
      if (row[j] >= 0 && row[j] !== key) counts.set(row[j], (counts.get(row[j]) ?? 0) + 1);
    const all = [...counts.values()].reduce((total, count) => total + count, 0);
    for (const count of counts.values()) sum += count * Math.log(count / all);
  });
  return sum;
}
