import { afterAll, describe, expect, test } from 'vitest';
import {
  fitMarginal,
  type MarginalOptions,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../../calibration/fit/marginal/standard-errors.ts';
import { marginalLogLikelihood } from '../../../../calibration/fit/marginal-log-likelihood.ts';
import { wasmEngine } from '../../../../calibration/kernel/wasm-engine.ts';
import { itemParameters } from '../../../../src/irt/parameters.ts';
import { probability } from '../../../../src/irt/probability.ts';
import { pickExaminees } from '../../../../src/irt/responses.ts';
import { type RandomStream, randomNormal, randomStream } from '../../../../src/random.ts';
import { matrixOf, rmse } from '../../simulated.ts';
import { dataSet, largest, optionsOf, PRIORS } from './golden.ts';
import { naiveHistogram } from './naive-histogram.ts';

/** Distributions of mean 0 and variance 1. */
const TRUTHS: Record<string, (random: RandomStream) => number> = {
  normal: (random) => randomNormal(random),
  // A gamma distribution of shape 2: skewness √2, excess kurtosis 3.
  skewed: (random) => (-Math.log(random()) - Math.log(random()) - 2) / Math.SQRT2,
  // Two clusters at ±0.9: excess kurtosis −2 · 0.9⁴.
  bimodal: (random) => (random() < 0.5 ? -0.9 : 0.9) + Math.sqrt(0.19) * randomNormal(random),
};

function simulate(truth: string, examinees: number, count: number, repetition = 0) {
  const random = randomStream('histogram', truth, examinees, count, repetition);
  const draw = (one: () => number) => Array.from({ length: count }, one);
  const abilities = Array.from({ length: examinees }, () => TRUTHS[truth](random));
  const items = itemParameters({
    a: draw(() => Math.exp(0.3 * randomNormal(random))),
    b: draw(() => randomNormal(random)),
  });
  const matrix = matrixOf(examinees, count, (i, j) =>
    random() < probability(abilities[i], items.a[j], items.b[j], 0, 1) ? 1 : 0,
  );
  return { abilities, items, matrix };
}

const engine = wasmEngine(1);
afterAll(() => engine.close());

const histogram = { abilityDistribution: 'histogram' } as const;
const withPrior: MarginalOptions = {
  ...optionsOf('2PL', 'none'),
  priors: { ...PRIORS.none, a: { family: 'lognormal', mean: 0, sd: 0.5 } },
  maxIterations: 2000,
  engine,
};
const plain: MarginalOptions = { ...optionsOf('2PL', 'none'), maxIterations: 2000, engine };

test('textbook EM with the same bins finds the same maximum', () => {
  const { matrix } = simulate('bimodal', 300, 8);
  const fit = fitMarginal(matrix, { ...plain, ...histogram, tolerance: 1e-6 });
  const naive = naiveHistogram(matrix, 2000);
  expect(fit.converged).toBe(true);
  expect(Math.abs(fit.logLikelihood - naive.logLikelihood)).toBeLessThan(1e-4);
  // Slopes on another unit of ability: their ratios are the same.
  const ratios = naive.slopes.map((slope, j) => slope / fit.parameters.a[j]);
  expect(Math.max(...ratios) / Math.min(...ratios) - 1).toBeLessThan(1e-3);
});

describe('the estimated distribution', () => {
  const { matrix } = simulate('skewed', 1000, 20);
  const rounds: number[] = [];
  const fit = fitMarginal(matrix, {
    ...withPrior,
    ...histogram,
    onRound: ({ logPosterior }) => rounds.push(logPosterior),
  });
  const { nodes, weights, ...distribution } = fit.distribution!;

  test('is standardised, and its moments are those of its nodes and weights', () => {
    const moment = (power: number) =>
      weights.reduce((sum, weight, k) => sum + weight * nodes[k] ** power, 0);
    expect(moment(0)).toBeCloseTo(1, 12);
    expect(moment(1)).toBeCloseTo(0, 10);
    expect(moment(2)).toBeCloseTo(1, 10);
    expect(moment(3)).toBeCloseTo(distribution.skewness, 9);
    expect(moment(4) - 3).toBeCloseTo(distribution.excessKurtosis, 9);
    expect(distribution).toMatchObject({ mean: 0, sd: 1, bins: 21, free: 18 });
    expect(Array.from(fit.groups.mean)).toEqual([0]);
    expect(Array.from(fit.groups.sd)).toEqual([1]);
    expect(fit.quadrature).toMatchObject({ nodes: 61, low: nodes[0], high: nodes[60] });
    expect(fit.free).toBe(2 * 20 + 18);
  });

  test('parameters, nodes and weights have the log-likelihood of the fit', () => {
    const { sum } = marginalLogLikelihood(fit.parameters, matrix, { nodes, weights });
    expect(Math.abs(sum - fit.logLikelihood)).toBeLessThan(1e-6);
  });

  test('no round lowers the log-posterior of its stage', () => {
    expect(fit.converged).toBe(true);
    const falls = rounds.filter((value, k) => k > 0 && value < rounds[k - 1] - 1e-6);
    // Three stages have objectives of their own: normal, normal with a free unit of priors, histogram.
    expect(falls.length).toBeLessThanOrEqual(2);
  });

  test('the level of priors of a makes no difference, only the unit they are in', () => {
    const other = fitMarginal(matrix, {
      ...withPrior,
      priors: { ...PRIORS.none, a: { family: 'lognormal', mean: 1, sd: 0.5 } },
      ...histogram,
    });
    expect(other.distribution!.priorUnit / distribution.priorUnit).toBeCloseTo(Math.E, 2);
    expect(largest(other.parameters.a, fit.parameters.a)).toBeLessThan(0.01);
    expect(Math.abs(other.logLikelihood - fit.logLikelihood)).toBeLessThan(0.01);
  });

  test('standard errors are of the items, the distribution taken as known', () => {
    const errors = standardErrors(fit);
    expect(errors.method).toBe('full');
    expect(errors.a.every((error) => error > 0 && error < 1)).toBe(true);
    expect(errors.groups.mean[0]).toBeNaN();
  });

  test('held-out examinees are predicted better than by a normal distribution', () => {
    const rows = (fold: number) => matrix.examinees.flatMap((_, i) => (i % 2 === fold ? [i] : []));
    let difference = 0;
    for (const fold of [0, 1]) {
      const seen = pickExaminees(matrix, rows(fold));
      const unseen = pickExaminees(matrix, rows(1 - fold));
      const normal = fitMarginal(seen, withPrior);
      const estimated = fitMarginal(seen, { ...withPrior, ...histogram });
      difference +=
        marginalLogLikelihood(estimated.parameters, unseen, estimated.distribution!).sum -
        marginalLogLikelihood(normal.parameters, unseen).sum;
    }
    expect(difference).toBeGreaterThan(10);
  });
});

describe('against the truth, two simulations of 3,000 examinees and 20 items', () => {
  const errorsOf = (truth: string) => {
    const sums = {
      normalA: 0,
      normalB: 0,
      a: 0,
      b: 0,
      skewness: 0,
      kurtosis: 0,
      gain: 0,
      apart: 0,
    };
    for (let repetition = 0; repetition < 2; repetition++) {
      const { matrix, items } = simulate(truth, 3000, 20, repetition);
      const normal = fitMarginal(matrix, plain);
      const fit = fitMarginal(matrix, { ...plain, ...histogram });
      expect([normal.converged, fit.converged]).toEqual([true, true]);
      sums.normalA += rmse(normal.parameters.a, items.a) / 2;
      sums.normalB += rmse(normal.parameters.b, items.b) / 2;
      sums.a += rmse(fit.parameters.a, items.a) / 2;
      sums.b += rmse(fit.parameters.b, items.b) / 2;
      sums.apart += rmse(fit.parameters.b, normal.parameters.b) / 2;
      sums.skewness += fit.distribution!.skewness / 2;
      sums.kurtosis += fit.distribution!.excessKurtosis / 2;
      sums.gain += (fit.logLikelihood - fit.distribution!.normal.logLikelihood) / 2;
      expect(fit.distribution!.normal.logLikelihood).toBeCloseTo(normal.logLikelihood, 3);
    }
    return sums;
  };

  test('normal: the items of the normal fit, closer to them than to the truth', () => {
    const { a, b, normalA, normalB, apart, skewness, gain } = errorsOf('normal');
    expect(a / normalA).toBeLessThan(1.15);
    expect(b / normalB).toBeLessThan(1.1);
    expect(apart).toBeLessThan(0.5 * normalB);
    expect(Math.abs(skewness)).toBeLessThan(0.2);
    // What 18 further shares gain by chance: the normal distribution has the better AIC.
    expect(gain).toBeGreaterThan(0);
    expect(gain).toBeLessThan(18);
  });

  test('skewed: items and skewness better than with a normal distribution', () => {
    const { a, b, normalA, normalB, skewness, gain } = errorsOf('skewed');
    expect(a / normalA).toBeLessThan(0.85);
    expect(b / normalB).toBeLessThan(0.75);
    expect(Math.abs(skewness - Math.SQRT2)).toBeLessThan(0.35);
    expect(gain).toBeGreaterThan(18);
  });

  test('bimodal: slopes and kurtosis better than with a normal distribution', () => {
    const { a, normalA, skewness, kurtosis, gain } = errorsOf('bimodal');
    expect(a / normalA).toBeLessThan(0.85);
    expect(Math.abs(skewness)).toBeLessThan(0.15);
    expect(Math.abs(kurtosis + 2 * 0.9 ** 4)).toBeLessThan(0.4);
    expect(gain).toBeGreaterThan(18);
  });
});

describe('recorded answers: no lower log-likelihood than with a normal distribution', () => {
  test.each([
    ['LSAT7', 'Rasch', 'none'],
    ['LSAT7', '2PL', 'none'],
    ['SAT12', 'Rasch', 'none'],
    ['SAT12', '2PL', 'none'],
    ['SAT12_missingNA', '3PL', 'full'],
  ])('%s %s %s', (data, model, prior) => {
    const options = { ...optionsOf(model, prior), maxIterations: 2000, engine };
    const fit = fitMarginal(dataSet(data), { ...options, ...histogram });
    expect(fit.converged).toBe(true);
    expect(fit.logLikelihood).toBeGreaterThan(fit.distribution!.normal.logLikelihood);
  });
});

test('fixed items keep their parameters and their scale', () => {
  const { matrix, items } = simulate('skewed', 1000, 20);
  // On another scale: θ ← 2θ + 1.
  const fixed = new Map(
    [0, 5, 10, 15].map((j) => [j, { a: items.a[j] / 2, b: 2 * items.b[j] + 1, c: 0, d: 1 }]),
  );
  const fit = fitMarginal(matrix, { ...plain, fixed, ...histogram });
  for (const [j, { a, b }] of fixed) {
    expect(fit.parameters.a[j]).toBeCloseTo(a, 12);
    expect(fit.parameters.b[j]).toBeCloseTo(b, 12);
  }
  const { mean, sd, skewness, free, bins } = fit.distribution!;
  expect(Math.abs(mean - 1)).toBeLessThan(0.3);
  expect(Math.abs(sd - 2)).toBeLessThan(0.4);
  expect(skewness).toBeGreaterThan(0.8);
  expect([fit.groups.mean[0], fit.groups.sd[0], free]).toEqual([mean, sd, bins - 1]);
});

test('Rasch: mean 0, and the standard deviation of ability is estimated', () => {
  const { matrix } = simulate('skewed', 1000, 20);
  const fit = fitMarginal(matrix, { ...plain, model: 'rasch', ...histogram });
  const normal = fitMarginal(matrix, { ...plain, model: 'rasch' });
  expect(fit.parameters.a.every((a) => a === 1)).toBe(true);
  expect(fit.groups.mean[0]).toBe(0);
  expect(Math.abs(fit.groups.sd[0] - normal.groups.sd[0])).toBeLessThan(0.15);
  expect(fit.free).toBe(20 + 19);
});

test.each([
  ['several groups', { groups: Array.from({ length: 1000 }, (_, i) => i % 2) }, /with 2 groups/],
  [
    'a prior of b',
    { priors: { ...PRIORS.none, b: { family: 'normal', mean: 0, sd: 2 } } },
    /with a prior of b/,
  ],
  ['learned priors', { learnPriors: () => 0 }, /with learned priors/],
  ['another name', { abilityDistribution: 'spline' as 'normal' }, /found spline/],
] as [string, Partial<MarginalOptions>, RegExp][])('refused: %s', (_, options, message) => {
  const { matrix } = simulate('normal', 1000, 5);
  expect(() => fitMarginal(matrix, { ...plain, ...histogram, ...options })).toThrow(message);
});
