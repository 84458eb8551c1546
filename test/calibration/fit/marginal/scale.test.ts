import { describe, expect, test } from 'vitest';
import { PLAIN_ENGINE } from '../../../../calibration/fit/marginal/engine/calibration-engine.ts';
import {
  fitMarginal,
  type MarginalFit,
  type MarginalOptions,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../../calibration/fit/marginal/standard-errors.ts';
import type { ItemParameters } from '../../../../src/irt/parameters.ts';
import { rmse } from '../../simulated.ts';
import { largest, optionsOf, PRIORS } from './golden.ts';
import { simulateGroups } from './simulated-groups.ts';

/** An estimate may be this many of its standard errors off; the seeds are fixed, so that this does not fail by chance. */
const ERRORS = 3;

/** With the expected information between items, which is faster and gives the same to 3% (expected-errors.test.ts). */
const errorsOf = (fit: MarginalFit) => standardErrors(fit, PLAIN_ENGINE, 'expected');

type Fixed = NonNullable<MarginalOptions['fixed']>;
const fixedAt = ({ a, b, c, d }: ItemParameters, index: readonly number[]): Fixed =>
  new Map(index.map((j) => [j, { a: a[j], b: b[j], c: c[j], d: d[j] }]));
const every = (step: number, count: number) =>
  Array.from({ length: Math.ceil(count / step) }, (_, k) => step * k);

describe('fixed items keep an old scale', () => {
  const COUNT = 40;
  const TRUTH = { examinees: 1000, mean: 1, sd: 0.8 };
  const { matrix, items } = simulateGroups('fixed items', COUNT, [TRUTH]);

  test.each([
    ['half of them fixed', 2],
    ['one in twenty fixed', 20],
  ])('a group with mean 1 and sd 0.8, %s', (_, step) => {
    const index = every(step, COUNT);
    const options = { ...optionsOf('2PL', 'none'), fixed: fixedAt(items, index) };
    const fit = fitMarginal(matrix, options);
    expect(fit.converged).toBe(true);
    for (const j of index)
      for (const name of ['a', 'b', 'c', 'd'] as const)
        expect(fit.parameters[name][j]).toBe(items[name][j]);
    const errors = errorsOf(fit);
    expect(Math.abs(fit.groups.mean[0] - 1) / errors.groups.mean[0]).toBeLessThan(ERRORS);
    expect(Math.abs(fit.groups.sd[0] - 0.8) / errors.groups.sd[0]).toBeLessThan(ERRORS);
    // Without the fixed items the others would be on the scale where this group has mean 0.
    const free = (values: Float64Array) => values.filter((__, j) => !index.includes(j));
    expect(rmse(free(fit.parameters.b), free(items.b))).toBeLessThan(step === 2 ? 0.2 : 0.3);
    expect(rmse(free(fit.parameters.a), free(items.a))).toBeLessThan(step === 2 ? 0.2 : 0.3);
    expect(fit.free).toBe(2 * (COUNT - index.length) + 2);
  });

  test('few fixed items move many others at once, not by a little each round', () => {
    const options = { ...optionsOf('2PL', 'none'), fixed: fixedAt(items, every(20, COUNT)) };
    const rough = fitMarginal(matrix, options);
    const exact = fitMarginal(matrix, { ...options, tolerance: 1e-7 });
    expect(rough.iterations).toBeLessThan(60);
    expect(Math.abs(rough.groups.mean[0] - exact.groups.mean[0])).toBeLessThan(1e-3);
    expect(Math.abs(rough.logPosterior - exact.logPosterior)).toBeLessThan(1e-5);
  });

  test('all fixed: only the group is estimated', () => {
    const fixed = fixedAt(items, every(1, COUNT));
    const fit = fitMarginal(matrix, { ...optionsOf('2PL', 'none'), fixed });
    const errors = errorsOf(fit);
    expect(fit.converged).toBe(true);
    expect(Math.abs(fit.groups.mean[0] - 1) / errors.groups.mean[0]).toBeLessThan(ERRORS);
    expect(errors.a.every(Number.isNaN)).toBe(true);
  });

  test('a group narrower than the nodes: they are refined until it is not', () => {
    const narrow = simulateGroups('narrow group', 30, [{ examinees: 1000, mean: 0.5, sd: 0.12 }]);
    const fixed = fixedAt(narrow.items, every(1, 30));
    const options = { ...optionsOf('2PL', 'none'), fixed };
    expect(fitMarginal(narrow.matrix, options).groups.sd[0]).toBeCloseTo(0.2, 9);
    const fit = fitMarginal(narrow.matrix, { ...options, quadrature: 'auto' });
    const errors = errorsOf(fit);
    expect(fit.quadrature.nodes).toBeGreaterThan(61);
    expect(Math.abs(fit.groups.mean[0] - 0.5) / errors.groups.mean[0]).toBeLessThan(ERRORS);
    expect(Math.abs(fit.groups.sd[0] - 0.12) / errors.groups.sd[0]).toBeLessThan(ERRORS);
  });

  test('with priors and guessing', () => {
    const truth = simulateGroups('fixed 3PL', COUNT, [TRUTH], { c: 0.2 });
    const fixed = fixedAt(truth.items, every(2, COUNT));
    const priors = { ...PRIORS.full, b: { family: 'normal', mean: 0, sd: 2 } } as const;
    const fit = fitMarginal(truth.matrix, { ...optionsOf('3PL', 'none'), priors, fixed });
    const errors = errorsOf(fit);
    expect(fit.converged).toBe(true);
    expect(Math.abs(fit.groups.mean[0] - 1) / errors.groups.mean[0]).toBeLessThan(ERRORS);
    expect(Math.abs(fit.groups.sd[0] - 0.8) / errors.groups.sd[0]).toBeLessThan(ERRORS);
  });
});

describe('groups', () => {
  const { matrix, items, groups } = simulateGroups('two groups', 60, [
    { examinees: 600, mean: 0, sd: 1 },
    { examinees: 600, mean: -0.7, sd: 1.4 },
  ]);

  const options = { ...optionsOf('2PL', 'none'), groups };
  let known: MarginalFit | null = null;
  const fitted = () => {
    known ??= fitMarginal(matrix, options);
    return known;
  };

  test.each(['2PL', 'Rasch'])('the second group is found beside the first: %s', (model) => {
    const fit =
      model === '2PL' ? fitted() : fitMarginal(matrix, { ...optionsOf(model, 'none'), groups });
    expect(fit.converged).toBe(true);
    expect(fit.groups.mean[0]).toBe(0);
    if (model === 'Rasch') {
      expect(Math.abs(fit.groups.mean[1] + 0.7 * fit.groups.sd[0])).toBeLessThan(0.15);
      expect(fit.groups.sd[1] / fit.groups.sd[0]).toBeGreaterThan(1.3);
      return;
    }
    const errors = errorsOf(fit);
    expect(errors.groups.mean[0]).toBeNaN();
    expect(fit.groups.sd[0]).toBe(1);
    expect(Math.abs(fit.groups.mean[1] + 0.7) / errors.groups.mean[1]).toBeLessThan(ERRORS);
    expect(Math.abs(fit.groups.sd[1] - 1.4) / errors.groups.sd[1]).toBeLessThan(ERRORS);
    expect(rmse(fit.parameters.b, items.b)).toBeLessThan(0.15);
    expect(rmse(fit.parameters.a, items.a)).toBeLessThan(0.12);
  });

  test('the groups converge with the items: 1e-4 is 1e-4', () => {
    const rough = fitted();
    const exact = fitMarginal(matrix, { ...options, tolerance: 1e-8 });
    expect(largest(rough.groups.mean, exact.groups.mean)).toBeLessThan(1e-4);
    expect(largest(rough.groups.sd, exact.groups.sd)).toBeLessThan(1e-4);
    // 7; with the second group left out of the change of scale it takes more.
    expect(rough.iterations).toBeLessThan(9);
  });

  test('the first group that has examinees is the reference', () => {
    const one = fitted();
    const other = fitMarginal(matrix, { ...options, groups: groups.map((g) => 2 * g + 1) });
    expect(largest(other.parameters.b, one.parameters.b)).toBeLessThan(1e-9);
    expect(other.groups.mean[3]).toBeCloseTo(one.groups.mean[1], 9);
  });
});

test('4PL: with a prior of d the upper asymptotes are found', () => {
  const D = 0.85;
  const { matrix, items } = simulateGroups(
    'upper asymptote',
    16,
    [{ examinees: 1000, mean: 0, sd: 1.2 }],
    { d: D },
  );
  const priors = {
    ...PRIORS.none,
    a: { family: 'lognormal', mean: 0, sd: 0.5 },
    c: { family: 'beta', alpha: 2, beta: 40 },
    d: { family: 'beta', alpha: 5, beta: 2 },
  } as const;
  const fit = fitMarginal(matrix, { ...optionsOf('4PL', 'none'), priors });
  expect(fit.converged).toBe(true);
  expect(fit.free).toBe(64);
  const errors = standardErrors(fit);
  expect(errors).toMatchObject({ method: 'full', fellBack: false });
  for (let j = 0; j < items.count; j++)
    expect(Math.abs(fit.parameters.d[j] - D) / errors.d[j]).toBeLessThan(ERRORS);
  // Only easy items show their upper asymptote.
  const easy = Array.from(items.b.keys()).filter((j) => items.b[j] < -0.3);
  const mean = (values: Float64Array) => easy.reduce((sum, j) => sum + values[j], 0) / easy.length;
  expect(easy.length).toBeGreaterThan(3);
  const error = mean(errors.d) / Math.sqrt(easy.length);
  expect(Math.abs(mean(fit.parameters.d) - D) / error).toBeLessThan(ERRORS);
});
