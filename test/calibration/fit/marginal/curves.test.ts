import { describe, expect, test } from 'vitest';
import { checkCurves } from '../../../../calibration/fit/curve/check-curves.ts';
import { rootDeviance, rootDevianceSlope } from '../../../../calibration/fit/curve/deviance.ts';
import {
  fitMarginal,
  type MarginalFit,
  type MarginalOptions,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { simulate } from '../../simulated.ts';
import { dataSet, largest, optionsOf, PRIORS } from './golden.ts';

const NAMES = [
  'SAT12|2PL|none',
  'SAT12_missingNA|3PL|norm',
  'FRACSUB|3PL|expbeta',
  'LSAT6|3PL|full',
  'TIMSS07|Rasch|none',
];

/** What EM leaves when its coordinates change by less than 1e-4. */
const SAME_CURVE = 2e-5;
const SAME_LOG_POSTERIOR = 1e-5;

function fitOf(name: string, options: Partial<MarginalOptions> = {}): MarginalFit {
  const [data, model, prior] = name.split('|');
  return fitMarginal(dataSet(data), { ...optionsOf(model, prior), ...options });
}

describe('Levenberg and Marquardt find the curves of EM', () => {
  test.each(NAMES)('%s', (name) => {
    const fit = fitOf(name);
    const report = checkCurves(fit);
    expect(report.curves.map((curve) => curve.item)).toEqual([...fit.parameters.a.keys()]);
    expect(report).toMatchObject({ disagreeing: [], unsettled: [] });
    expect(report.largest).toBeLessThan(SAME_CURVE);
    expect(report.median).toBeLessThanOrEqual(report.largest);
    for (const { gain } of report.curves) expect(Math.abs(gain)).toBeLessThan(SAME_LOG_POSTERIOR);
    const refit = (parameter: 'a' | 'b' | 'c') => report.curves.map((curve) => curve[parameter]);
    expect(largest(refit('c'), fit.parameters.c)).toBeLessThan(1e-3);
    expect(largest(refit('a'), fit.parameters.a)).toBeLessThan(1e-3);
  });

  test('with every other kind of prior, groups and an upper asymptote', () => {
    const { matrix } = simulate('curves', 400, 12, { missing: 0.2 });
    const priors = {
      a: { family: 'normal', mean: 1, sd: 0.5 },
      b: { family: 'normal', mean: 0, sd: 2 },
      c: { family: 'normal', mean: 0.2, sd: 0.1 },
      d: { family: 'beta', alpha: 20, beta: 2 },
    } as const;
    const groups = Array.from({ length: 400 }, (_, i) => i % 2);
    const four = fitMarginal(matrix, { ...optionsOf('4PL', 'none'), priors, groups });
    expect(checkCurves(four).largest).toBeLessThan(SAME_CURVE);
    const intercept = { ...PRIORS.full, b: { family: 'intercept', mean: 0, sd: 1 } } as const;
    const three = fitMarginal(matrix, { ...optionsOf('3PL', 'none'), priors: intercept });
    expect(checkCurves(three).largest).toBeLessThan(SAME_CURVE);
  });
});

describe('the check can fail', () => {
  test('a fit stopped early', () => {
    const report = checkCurves(fitOf('SAT12|3PL|full', { maxIterations: 2 }));
    expect(report.disagreeing.length).toBeGreaterThan(16);
    expect(report.largest).toBeGreaterThan(0.01);
  });

  test('one wrong item among good ones', () => {
    const fit = fitOf('SAT12|3PL|full');
    fit.workspace.from[7] += 0.5;
    expect(checkCurves(fit).disagreeing).toEqual([7]);
  });
});

test('items asked for, fixed items, items without an answer', () => {
  const { matrix } = simulate('curves', 200, 9);
  for (let i = 0; i < 200; i++) matrix.scores[9 * i + 4] = Number.NaN;
  const fixed = new Map([[2, { a: 1, b: 0, c: 0, d: 1 }]]);
  const fit = fitMarginal(matrix, { ...optionsOf('2PL', 'none'), fixed });
  const report = checkCurves(fit, { items: [1, 2, 4, 6] });
  expect(report.curves.map((curve) => curve.item)).toEqual([1, 4, 6]);
  expect(report).toMatchObject({ disagreeing: [], unsettled: [4] });
});

describe('root deviance', () => {
  const squares = (n: number, y: number, p: number) => {
    const part = (share: number, of: number) => (share === 0 ? 0 : share * Math.log(share / of));
    return 2 * n * (part(y, p) + part(1 - y, 1 - p));
  };

  test.each([
    [10, 0, 0.3],
    [10, 1, 0.3],
    [25, 0.4, 0.7],
    [3, 0.9, 0.001],
    [100, 0.5, 0.51],
  ])('n %d, share %d, P %d', (n, y, p) => {
    expect(rootDeviance(n, y, p) ** 2).toBeCloseTo(squares(n, y, p), 10);
    expect(Math.sign(rootDeviance(n, y, p))).toBe(Math.sign(p - y));
    const h = 1e-6;
    const slope = (rootDeviance(n, y, p + h) - rootDeviance(n, y, p - h)) / (2 * h);
    expect(rootDevianceSlope(n, y, p) / slope).toBeCloseTo(1, 6);
  });

  test('is smooth when P equals the share: no cancellation', () => {
    const weight = Math.sqrt(50 / 0.21);
    for (const off of [1e-15, 1e-12, 1e-9, 1e-6])
      expect(rootDeviance(50, 0.3, 0.3 + off) / (weight * (0.3 + off - 0.3))).toBeCloseTo(1, 5);
    expect(rootDeviance(50, 0.3, 0.3)).toBe(0);
    expect(rootDevianceSlope(50, 0.3, 0.3)).toBeCloseTo(weight, 10);
  });
});
