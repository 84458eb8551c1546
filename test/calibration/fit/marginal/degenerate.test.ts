import { describe, expect, test } from 'vitest';
import { checkCurves } from '../../../../calibration/fit/curve/check-curves.ts';
import {
  fitMarginal,
  type MarginalFit,
  type MarginalOptions,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../../calibration/fit/marginal/standard-errors.ts';
import { ThetarankError } from '../../../../src/errors.ts';
import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import { randomStream } from '../../../../src/random.ts';
import { IS_ALL, repetitions } from '../../../repetitions.ts';
import { matrixOf, simulate } from '../../simulated.ts';
import { largest, optionsOf, PRIORS } from './golden.ts';

const N = 50;
const COUNT = 6;
const { matrix: good } = simulate('degenerate', N, COUNT);
const goodScore = (i: number, j: number) => good.scores[i * COUNT + j];
const changed = (score: (i: number, j: number) => number) => matrixOf(N, COUNT, score);
const random = randomStream('degenerate');

const MATRICES: Record<string, ResponseMatrix> = {
  'an item everyone got right': changed((i, j) => (j === 3 ? 1 : goodScore(i, j))),
  'an item everyone got wrong': changed((i, j) => (j === 3 ? 0 : goodScore(i, j))),
  'an examinee who answered nothing': changed((i, j) => (i === 7 ? Number.NaN : goodScore(i, j))),
  'an item nobody answered': changed((i, j) => (j === 3 ? Number.NaN : goodScore(i, j))),
  'two identical items': changed((i, j) => goodScore(i, j === 3 ? 4 : j)),
  'an item with a wrong key': changed((i, j) => (j === 3 ? 1 - goodScore(i, 4) : goodScore(i, j))),
  'one examinee': simulate('degenerate', 1, COUNT).matrix,
  'one item': simulate('degenerate', N, 1).matrix,
  'one answer': matrixOf(1, 1, () => 1),
  'two examinees, many items': simulate('degenerate', 2, 20).matrix,
  '99% missing': matrixOf(N, COUNT, () => (random() < 0.99 ? Number.NaN : random() < 0.6 ? 1 : 0)),
  'everything right': changed(() => 1),
  'everything half right': changed(() => 0.5),
  'a perfect scale': changed((i, j) => (i > 8 * j ? 1 : 0)),
};

const none = { family: 'none' } as const;
const MODELS: Record<string, MarginalOptions> = {
  Rasch: optionsOf('Rasch', 'none'),
  '2PL without priors': optionsOf('2PL', 'none'),
  '3PL without priors': optionsOf('3PL', 'none'),
  '3PL with priors': optionsOf('3PL', 'full'),
  '4PL without priors': optionsOf('4PL', 'none'),
  'Rasch, histogram': { ...optionsOf('Rasch', 'none'), abilityDistribution: 'histogram' },
  '2PL without priors, histogram': {
    ...optionsOf('2PL', 'none'),
    abilityDistribution: 'histogram',
  },
  '3PL with priors, histogram': { ...optionsOf('3PL', 'full'), abilityDistribution: 'histogram' },
};

/** Of any data: models without a maximum, and each way to estimate the distribution of ability. All of them in `npm run test:all`. */
const USUAL = ['Rasch', '4PL without priors', '3PL with priors, histogram'];

/** Every number a fit gives is one; those that run away have stopped somewhere sensible. */
function expectFinite(fit: MarginalFit): void {
  const { a, b, c, d } = fit.parameters;
  for (const values of [a, b, c, d, fit.abilities, fit.abilityErrors])
    expect(values.every(Number.isFinite)).toBe(true);
  for (const value of [fit.logLikelihood, fit.logPosterior, fit.change])
    expect(Number.isFinite(value)).toBe(true);
  expect(fit.logLikelihood).toBeLessThan(1e-6);
  expect(fit.abilities.every((ability) => Math.abs(ability) <= 6)).toBe(true);
  for (let j = 0; j < a.length; j++) {
    expect(a[j]).toBeGreaterThan(1e-4);
    expect(a[j]).toBeLessThan(2000);
    expect(c[j]).toBeLessThan(d[j]);
  }
}

describe.each(Object.entries(MATRICES))('%s', (_, matrix) => {
  const models = Object.entries(MODELS).filter(([name]) => IS_ALL || USUAL.includes(name));
  test.each(models)('%s', (__, options) => {
    const fit = fitMarginal(matrix, {
      ...options,
      quadrature: 'auto',
      maxIterations: repetitions(100, 40),
    });
    expectFinite(fit);
    const errors = standardErrors(fit);
    const silent = new Set(errors.indefinite);
    errors.b.forEach((error, j) => {
      expect(silent.has(j) ? Number.isNaN(error) : error > 0 && Number.isFinite(error)).toBe(true);
    });
    const report = checkCurves(fit, { items: [0] });
    expect(Number.isFinite(report.largest)).toBe(true);
  });
});

describe('expected results', () => {
  const fitOf = (name: string, model = '3PL with priors') =>
    fitMarginal(MATRICES[name], { ...MODELS[model], tolerance: 1e-6 });

  test('an examinee without an answer gets the ability distribution', () => {
    const fit = fitOf('an examinee who answered nothing');
    expect(fit.abilities[7]).toBeCloseTo(0, 9);
    expect(fit.abilityErrors[7]).toBeCloseTo(1, 6);
  });

  test('an item without an answer gets the mode of its priors', () => {
    const fit = fitOf('an item nobody answered');
    // a ~ lognormal(0, 0.5) has its mode at e^−0.25.
    expect(fit.parameters.a[3]).toBeCloseTo(Math.exp(-0.25), 6);
    expect(fit.parameters.c[3]).toBeCloseTo(1 / (1 + Math.exp(1.8)), 6);
    expect(standardErrors(fit).indefinite).toEqual([3]);
  });

  test('an item everyone got right is easier than all others, and its standard error is not a number', () => {
    const fit = fitOf('an item everyone got right', 'Rasch');
    expect(fit.converged).toBe(true);
    expect(fit.parameters.b.indexOf(Math.min(...fit.parameters.b))).toBe(3);
    expect(standardErrors(fit).indefinite).toEqual([3]);
  });

  test('identical items get identical parameters', () => {
    const { a, b, c } = fitOf('two identical items').parameters;
    for (const values of [a, b, c]) expect(values[3]).toBeCloseTo(values[4], 9);
  });

  test('no answer at all, no examinee, no item: said, not computed', () => {
    const empty = [changed(() => Number.NaN), matrixOf(0, 3, () => 1), matrixOf(3, 0, () => 1)];
    for (const matrix of empty)
      expect(() => fitMarginal(matrix, MODELS.Rasch)).toThrow(/at least one answer is needed/);
  });
});

describe('options that make no sense', () => {
  const invalid: [string, Partial<MarginalOptions>, RegExp][] = [
    ['one node', { quadrature: 1 }, /quadrature: found 1/],
    ['half a node', { quadrature: 30.5 }, /quadrature: found 30.5/],
    [
      'a beta prior of a',
      { priors: { ...PRIORS.none, a: { family: 'beta', alpha: 2, beta: 2 } } },
      /prior of a: found beta; accepted: none, lognormal, normal/,
    ],
    [
      'a spread of 0',
      { priors: { ...PRIORS.none, b: { family: 'normal', mean: 0, sd: 0 } } },
      /prior of b: found 0:0/,
    ],
    ['too few priors', { priors: { ...PRIORS.none, c: [none] } }, /prior of c: found 1 of them/],
    [
      'families mixed',
      {
        priors: {
          ...PRIORS.none,
          c: Array.from({ length: COUNT }, (_, j) =>
            j === 0 ? none : { family: 'beta', alpha: 5, beta: 17 },
          ),
        },
      },
      /none and beta; accepted: one family for all items/,
    ],
    ['groups of other examinees', { groups: [0, 1] }, /groups: found 2/],
    ['a group that is no number', { groups: new Array(N).fill(-1) }, /groups: found -1/],
    [
      'a fixed item that is not there',
      { fixed: new Map([[COUNT, { a: 1, b: 0, c: 0, d: 1 }]]) },
      /fixed: found 6/,
    ],
    [
      'a fixed slope of 0',
      { fixed: new Map([[2, { a: 0, b: 0, c: 0, d: 1 }]]) },
      /item q3: a \(discrimination\) is 0/,
    ],
  ];

  test.each(invalid)('%s', (_, options, message) => {
    const run = () => fitMarginal(good, { ...MODELS['3PL with priors'], ...options });
    expect(run).toThrow(ThetarankError);
    expect(run).toThrow(message);
  });
});

test('stopped at once: not converged, and says how far it is', () => {
  const fit = fitMarginal(good, { ...MODELS['3PL with priors'], maxIterations: 1 });
  expect(fit).toMatchObject({ converged: false, iterations: 1 });
  expect(fit.change).toBeGreaterThan(0.01);
  const rounds: number[] = [];
  const whole = fitMarginal(good, {
    ...MODELS['3PL with priors'],
    onRound: ({ logPosterior }) => rounds.push(logPosterior),
  });
  // The log-posterior never falls, and ends where the result says.
  for (let k = 1; k < rounds.length; k++) expect(rounds[k]).toBeGreaterThan(rounds[k - 1] - 1e-6);
  expect(whole.logPosterior).toBeGreaterThan(rounds.at(-1)! - 1e-6);
  expect(largest(whole.abilities, fit.abilities)).toBeGreaterThan(0.001);
});
