import { expect, test } from 'vitest';
import {
  fitMarginal,
  type MarginalOptions,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { MOST_GRID_ERROR } from '../../../../calibration/fit/marginal/grid-error.ts';
import { wasmEngine } from '../../../../calibration/kernel/wasm-engine.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { matrixOf } from '../../simulated.ts';
import { largest, PRIORS } from './golden.ts';

const EXAMINEES = 1000;
const STEEP = [50, 40, 30, 20, 46, 25];

/** 60 items, six of them with slopes of 20 to 50, as some recorded banks have them. */
function steepBank() {
  const random = randomStream('steep items');
  const ability = Float64Array.from({ length: EXAMINEES }, () => randomNormal(random));
  const items = Array.from({ length: 60 }, (_, j) => ({
    a: STEEP[j] ?? Math.exp(0.3 + 0.5 * randomNormal(random)),
    b: 0.8 * randomNormal(random),
    c: 0.05 + 0.2 * random(),
  }));
  return matrixOf(EXAMINEES, items.length, (i, j) => {
    const { a, b, c } = items[j];
    return random() < c + (1 - c) / (1 + Math.exp(-a * (ability[i] - b))) ? 1 : 0;
  });
}

const matrix = steepBank();
const options: MarginalOptions = {
  model: '3pl',
  // Wide: the answers decide how steep an item is.
  priors: { ...PRIORS.full, a: { family: 'lognormal', mean: 0.5, sd: 1 } },
  quadrature: 'auto',
  maxIterations: 500,
  tolerance: 1e-4,
  engine: wasmEngine(1),
};
const reference = fitMarginal(matrix, { ...options, quadrature: 481 });

test('auto goes on until steep items are resolved: the optimum of 481 nodes', () => {
  const fit = fitMarginal(matrix, options);
  expect(fit.converged).toBe(true);
  expect(fit.quadrature.isCoarse).toBe(false);
  // The promise of MOST_GRID_ERROR, of the log-posterior at both maxima.
  expect(Math.abs(fit.logPosterior - reference.logPosterior)).toBeLessThan(MOST_GRID_ERROR);
  // A twentieth of the standard error of log a of these items (0.2).
  const logs = (values: Float64Array) => values.map(Math.log);
  expect(largest(logs(fit.parameters.a), logs(reference.parameters.a))).toBeLessThan(0.01);
  expect(fit.iterations).toBeLessThan(200);
});

test('a grid that is given and too coarse is said to be', () => {
  const coarse = fitMarginal(matrix, { ...options, quadrature: 61 });
  expect(coarse.quadrature).toMatchObject({ nodes: 61, isCoarse: true });
  expect(coarse.quadrature.error).toBeGreaterThan(1);
  expect(reference.quadrature.isCoarse).toBe(false);
});

test('the log-posterior never falls, on a grid however coarse', () => {
  const rounds: number[] = [];
  fitMarginal(matrix, {
    ...options,
    priors: { ...PRIORS.full, a: { family: 'none' } },
    quadrature: 31,
    maxIterations: 60,
    onRound: ({ logPosterior }) => rounds.push(logPosterior),
  });
  for (let k = 1; k < rounds.length; k++)
    expect(rounds[k] - rounds[k - 1]).toBeGreaterThan(-1e-6 - 1e-9 * Math.abs(rounds[k]));
});
