import { describe, expect, test } from 'vitest';
import { type Calibration, calibrate } from '../../../calibration/fit/calibrate.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { IS_ALL } from '../../repetitions.ts';
import { matrixOf, simulate } from '../simulated.ts';

/** The fit is run until its steps are this short. */
const CONVERGED = { tolerance: 1e-7, maxIterations: 5000 };
/** Step of the central differences; their error is its square times the third derivative. */
const STEP = 1e-3;

/** log a, δ and logit c of each item, and the learned priors: what the log-posterior is a function of. */
function coordinates({ parameters: { a, b, c } }: Calibration) {
  return {
    logA: Array.from(a, Math.log),
    delta: Array.from(a, (x, j) => -x * b[j]),
    logitC: Array.from(c, (x) => Math.log(x / (1 - x))),
  };
}
type Coordinates = ReturnType<typeof coordinates>;

function logPrior(at: Coordinates, { priors }: Calibration): number {
  const [p] = priors.groups;
  const density = (values: number[], mean: number, sd: number) =>
    values.reduce((sum, v) => sum - 0.5 * ((v - mean) / sd) ** 2, 0);
  return (
    density(at.logA, p.meanLogA, p.sdLogA) +
    density(at.delta, p.meanDelta, p.sdDelta) +
    density(at.logitC, p.meanLogitC, priors.sdLogitC)
  );
}

/** The likelihood of examinee i's answers at `theta`, written down as the model says. */
function likelihood(matrix: ResponseMatrix, i: number, theta: number, at: Coordinates): number {
  const width = matrix.items.length;
  let product = 1;
  for (let j = 0; j < width; j++) {
    const u = matrix.scores[i * width + j];
    if (Number.isNaN(u)) continue;
    const c = 1 / (1 + Math.exp(-at.logitC[j]));
    const p = c + (1 - c) / (1 + Math.exp(-Math.exp(at.logA[j]) * theta - at.delta[j]));
    if (u === 1) product *= p;
    else if (u === 0) product *= 1 - p;
    else product *= p ** u * (1 - p) ** (1 - u);
  }
  return product;
}

/** How far, at most, the first items are from their modes: one Newton step in each coordinate. */
function distanceFromMode(at: Coordinates, logPosterior: () => number): number {
  const here = logPosterior();
  const steps = Object.values(at).flatMap((values) =>
    values.slice(0, 3).map((value, j) => {
      values[j] = value + STEP;
      const up = logPosterior();
      values[j] = value - STEP;
      const down = logPosterior();
      values[j] = value;
      const curvature = (2 * here - up - down) / (STEP * STEP);
      expect(curvature).toBeGreaterThan(0);
      return Math.abs(up - down) / (2 * STEP) / curvature;
    }),
  );
  return Math.max(...steps);
}

describe('the result is the mode of the posterior under the learned priors', () => {
  const { matrix } = simulate('mode', 100, 6, { missing: 0.1 });
  // Some scores are fractions.
  const scores = matrix.scores.map((u, k) => (k % 7 === 0 ? Math.fround((u + 1) / 3) : u));

  test('marginal: the abilities integrated over 61 nodes of N(0, 1)', () => {
    const data = { ...matrix, scores };
    const fit = calibrate(data, { ...CONVERGED, mode: 'marginal' });
    expect(fit.converged).toBe(true);
    const at = coordinates(fit);
    const nodes = Array.from({ length: 61 }, (_, q) => -6 + 0.2 * q);
    const logPosterior = () =>
      matrix.examinees.reduce(
        (sum, _, i) => {
          const mass = nodes.reduce(
            (total, theta) =>
              total + Math.exp((-theta * theta) / 2) * likelihood(data, i, theta, at),
            0,
          );
          return sum + Math.log(mass);
        },
        logPrior(at, fit),
      );
    expect(distanceFromMode(at, logPosterior)).toBeLessThan(1e-5);
  });

  test.runIf(IS_ALL)('which the tolerance brings as near as it says', () => {
    const { matrix } = simulate('mode', 200, 6, { missing: 0.1 });
    const exact = calibrate(matrix, { ...CONVERGED, tolerance: 1e-5, mode: 'marginal' });
    const usual = calibrate(matrix, { mode: 'marginal' });
    expect(usual.iterations).toBeLessThan(exact.iterations);
    usual.parameters.b.forEach((b, j) => {
      expect(Math.abs(b - exact.parameters.b[j])).toBeLessThan(0.03);
    });
  });
});

test('a posterior mean is that of the likelihood written down', () => {
  const data = matrixOf(50, 3, (i, j) => (((i + 1) * (j + 2)) % 5 < 2 ? 1 : 0));
  const fit = calibrate(data, { ...CONVERGED, mode: 'marginal' });
  const at = coordinates(fit);
  let [mass, moment] = [0, 0];
  for (let q = 0; q <= 60; q++) {
    const theta = -6 + 0.2 * q;
    const weight = Math.exp((-theta * theta) / 2) * likelihood(data, 4, theta, at);
    mass += weight;
    moment += weight * theta;
  }
  // The abilities are those of the parameters before the last step.
  expect(Math.abs(fit.abilities[4] - moment / mass)).toBeLessThan(1e-5);
});
