import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { fitMarginal } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { IS_ALL } from '../../repetitions.ts';
import { correlation, matrixOf, moments, rmse, type Simulated, simulate } from '../simulated.ts';

/** The truth on the scale where the abilities of these examinees have mean 0 and variance 1. */
function rescaled({ abilities, items }: Simulated) {
  const { mean, sd } = moments(abilities);
  return {
    a: items.a.map((a) => a * sd),
    b: items.b.map((b) => (b - mean) / sd),
    c: items.c,
    abilities: abilities.map((theta) => (theta - mean) / sd),
  };
}

// Bounds: a tenth beyond the worst of ten other seeds. With 30 examinees a difficulty is known to about 0.5 only.
describe('integrated mode, 30 examinees × 3000 items', () => {
  const simulated = simulate('recovery', 30, 3000);
  const fit = calibrate(simulated.matrix);
  const truth = rescaled(simulated);

  test('converges, chosen by the number of answers', () => {
    expect(fit.mode).toBe('integrated');
    expect(fit.converged).toBe(true);
    expect(fit.iterations).toBeLessThan(50);
  });

  test('abilities', () => {
    expect(correlation(fit.abilities, truth.abilities)).toBeGreaterThan(0.99);
    expect(rmse(fit.abilities, truth.abilities)).toBeLessThan(0.115);
  });

  test('difficulties and slopes', () => {
    const { a, b } = fit.parameters;
    expect(correlation(b, truth.b)).toBeGreaterThan(0.82);
    expect(rmse(b, truth.b)).toBeLessThan(0.83);
    expect(rmse(a, truth.a)).toBeLessThan(0.48);
    // The expected curve of an item is flatter than its own.
    const ratio = moments(a).mean / moments(truth.a).mean;
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.05);
  });

  test('standard errors are of the size of the errors', () => {
    const errors = fit.parameters.b.map((b, j) => (b - truth.b[j]) / fit.standardErrors.b[j]);
    const within = errors.filter((z) => Math.abs(z) < 1.645).length / errors.length;
    expect(within).toBeGreaterThan(0.83);
    expect(within).toBeLessThan(0.95);
  });

  test('the scale is that of the examinees: mean 0, variance 1', () => {
    const { mean, sd } = moments(fit.abilities);
    expect(Math.abs(mean)).toBeLessThan(1e-12);
    expect(Math.abs(sd - 1)).toBeLessThan(1e-12);
  });
});

describe('marginal mode, 1000 examinees × 30 items', () => {
  const simulated = simulate('recovery', 1000, 30);
  const fit = calibrate(simulated.matrix);
  const { items, abilities } = simulated;

  test('converges, chosen by the number of answers', () => {
    expect(fit.mode).toBe('marginal');
    expect(fit.converged).toBe(true);
    expect(fit.iterations).toBeLessThan(100);
  });

  test('abilities', () => {
    expect(correlation(fit.abilities, abilities)).toBeGreaterThan(0.86);
    expect(rmse(fit.abilities, abilities)).toBeLessThan(0.54);
    // They are those of N(0, 1), shrunken.
    expect(Math.abs(moments(fit.abilities).mean)).toBeLessThan(0.02);
    expect(moments(fit.abilities).sd).toBeLessThan(1);
  });

  test('parameters', () => {
    const { a, b, c } = fit.parameters;
    expect(correlation(b, items.b)).toBeGreaterThan(0.95);
    expect(rmse(b, items.b)).toBeLessThan(0.34);
    expect(correlation(a, items.a)).toBeGreaterThan(0.7);
    expect(rmse(a, items.a)).toBeLessThan(0.27);
    expect(rmse(c, items.c)).toBeLessThan(0.095);
  });

  test.runIf(IS_ALL)('a tenth of the examinees: larger errors', () => {
    const few = simulate('recovery', 100, 30);
    const { parameters } = calibrate(few.matrix);
    expect(rmse(parameters.b, few.items.b)).toBeGreaterThan(1.4 * rmse(fit.parameters.b, items.b));
  });

  test('priors are learned: the spread of the slopes is that of the items, and does not collapse', () => {
    const [learned] = fit.priors.groups;
    // 0.3 is the truth; modes with their variances find a little less.
    expect(learned.sdLogA).toBeGreaterThan(0.17);
    expect(learned.sdLogA).toBeLessThan(0.4);
    expect(Math.abs(learned.meanLogA)).toBeLessThan(0.2);
  });
});

test('one discrimination for all items, with few of them: that of a Rasch model with a free spread of ability', () => {
  const { matrix } = simulate('common', 1000, 12);
  const scaled = matrixOf(1000, 12, (i, j) => matrix.scores[i * 12 + j]);
  const fit = calibrate(scaled, { rung: '1pl', mode: 'marginal', tolerance: 1e-5 });
  const rasch = fitMarginal(scaled, {
    model: 'rasch',
    priors: {
      a: { family: 'none' },
      b: { family: 'none' },
      c: { family: 'none' },
      d: { family: 'none' },
    },
    quadrature: 61,
    maxIterations: 500,
    tolerance: 1e-5,
  });
  const sd = rasch.groups.sd[0];
  expect(Math.abs(sd - 1)).toBeGreaterThan(0.1);
  // The learned prior of δ draws difficulties together a little.
  fit.parameters.a.forEach((a) => {
    expect(Math.abs(a - sd)).toBeLessThan(0.02);
  });
  expect(
    rmse(
      fit.parameters.b,
      rasch.parameters.b.map((b) => b / sd),
    ),
  ).toBeLessThan(0.03);
});
