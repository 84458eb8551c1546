import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../../calibration/fit/calibrate.ts';
import { checkCurves } from '../../../../calibration/fit/curve/check-curves.ts';
import {
  fitMarginal,
  type MarginalOptions,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../../calibration/fit/marginal/standard-errors.ts';
import { wasmEngine } from '../../../../calibration/kernel/wasm-engine.ts';
import { reversedBank } from '../../../../sim/calibration/reversed-bank.ts';
import type { ItemParameters } from '../../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import { IS_ALL } from '../../../repetitions.ts';
import { moments, rmse, simulate } from '../../simulated.ts';

const NONE = { family: 'none' } as const;
const options = (model: '2pl' | '3pl', rest: Partial<MarginalOptions> = {}): MarginalOptions => ({
  model,
  priors: {
    a: { family: 'lognormal', mean: 0, sd: 0.5 },
    b: NONE,
    c: model === '3pl' ? { family: 'logitnormal', mean: -1.4, sd: 0.5 } : NONE,
    d: NONE,
  },
  quadrature: 61,
  maxIterations: 2000,
  tolerance: 1e-7,
  slopes: 'any',
  ...rest,
});

/** The answers to some items turned around. */
function turned(matrix: ResponseMatrix, items: readonly number[]): ResponseMatrix {
  const width = matrix.items.length;
  const scores = matrix.scores.map((u, k) => (items.includes(k % width) ? 1 - u : u));
  return { ...matrix, scores };
}

/** Marginal log-likelihood on the nodes, written down as the model says. */
function naive(
  { scores, examinees, items }: ResponseMatrix,
  { a, b, c }: ItemParameters,
  nodes: number,
) {
  const width = items.length;
  const theta = Array.from({ length: nodes }, (_, k) => -6 + (12 * k) / (nodes - 1));
  const weight = theta.map((x) => Math.exp((-x * x) / 2));
  const all = weight.reduce((sum, w) => sum + w, 0);
  let sum = 0;
  for (let i = 0; i < examinees.length; i++) {
    let likelihood = 0;
    theta.forEach((x, k) => {
      let product = weight[k] / all;
      for (let j = 0; j < width; j++) {
        const u = scores[i * width + j];
        if (Number.isNaN(u)) continue;
        const p = c[j] + (1 - c[j]) / (1 + Math.exp(-a[j] * (x - b[j])));
        product *= u === 1 ? p : 1 - p;
      }
      likelihood += product;
    });
    sum += Math.log(likelihood);
  }
  return sum;
}

/** Log-density of the priors of log |a| and logit c: those of `options`. */
function prior({ a, c }: ItemParameters, model: string): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) {
    const logA = Math.log(Math.abs(a[j]));
    // A lognormal density of a, and so −log a in it.
    sum -= 0.5 * (logA / 0.5) ** 2 + logA;
    if (model === '3pl') sum -= 0.5 * ((Math.log(c[j] / (1 - c[j])) + 1.4) / 0.5) ** 2;
  }
  return sum;
}

describe('slopes of either sign', () => {
  test.each([61, 241])(
    '2pl: a turned item has −a, and the likelihood of the right key (%i nodes)',
    (quadrature) => {
      const { matrix } = simulate('turned', 150, 12, { missing: 0.1 });
      const items = [3, 11];
      const right = fitMarginal(matrix, options('2pl', { quadrature, slopes: 'positive' }));
      const wrong = fitMarginal(turned(matrix, items), options('2pl', { quadrature }));
      expect(Math.abs(wrong.logLikelihood - right.logLikelihood)).toBeLessThan(1e-6);
      expect(Math.abs(wrong.logPosterior - right.logPosterior)).toBeLessThan(1e-6);
      for (let j = 0; j < 12; j++) {
        const sign = items.includes(j) ? -1 : 1;
        // Both are converged to 1e-7 in log a and δ.
        expect(Math.abs(wrong.parameters.a[j] - sign * right.parameters.a[j])).toBeLessThan(1e-5);
        expect(Math.abs(wrong.parameters.b[j] - right.parameters.b[j])).toBeLessThan(1e-5);
      }
      if (quadrature > 61) return;
      const [ofRight, ofWrong] = [standardErrors(right), standardErrors(wrong)];
      expect(ofWrong.method).toBe('full');
      for (const name of ['a', 'b'] as const)
        for (let j = 0; j < 12; j++)
          expect(Math.abs(ofWrong[name][j] / ofRight[name][j] - 1)).toBeLessThan(1e-4);
      expect(checkCurves(wrong).disagreeing).toEqual([]);
    },
  );

  test('3pl: the fit is at the maximum of the posterior as the model says it', () => {
    const { matrix, reversed } = reversedBank('mode', '3pl', 150, 20);
    const fit = fitMarginal(matrix, options('3pl'));
    const { parameters } = fit;
    expect(reversed.every((j) => parameters.a[j] < 0)).toBe(true);
    const whole = naive(matrix, parameters, 61);
    expect(Math.abs(fit.logLikelihood - whole)).toBeLessThan(1e-6);
    const posterior = () => naive(matrix, parameters, 61) + prior(parameters, '3pl');
    const top = posterior();
    for (const j of reversed)
      for (const [name, step] of [
        ['a', 0.01],
        ['b', 0.01],
        ['c', 0.005],
      ] as const)
        for (const sign of [-1, 1]) {
          const kept = parameters[name][j];
          // Along b alone, and along a with the intercept −ab held: the prior of b is none.
          const b = parameters.b[j];
          parameters[name][j] = kept + sign * step;
          if (name === 'a') parameters.b[j] = (b * kept) / parameters.a[j];
          expect(posterior()).toBeLessThan(top);
          parameters[name][j] = kept;
          parameters.b[j] = b;
        }
  });

  test('a sign that starts wrong is turned: the one of the higher log-posterior is kept', () => {
    // Half of the items are reversed and the rest is easy to read: some item-rest correlations have the wrong sign.
    const { matrix } = simulate('many turned', 200, 24);
    const items = Array.from({ length: 24 }, (_, j) => j).filter((j) => j % 5 < 2);
    const found = fitMarginal(turned(matrix, items), options('2pl'));
    const right = fitMarginal(matrix, options('2pl', { slopes: 'positive' }));
    expect(Math.abs(found.logPosterior - right.logPosterior)).toBeLessThan(1e-6);
    // The scale is that of the majority: more right answers are a higher ability.
    expect(Array.from(found.parameters.a, (a, j) => Math.sign(a * right.parameters.a[j]))).toEqual(
      Array.from({ length: 24 }, (_, j) => (items.includes(j) ? -1 : 1)),
    );
  });

  test('with positive slopes alone a turned item ends near 0, and the likelihood is far lower', () => {
    const { matrix, reversed } = reversedBank('bound', '2pl', 300, 40);
    const without = fitMarginal(matrix, options('2pl', { slopes: 'positive' }));
    const any = fitMarginal(matrix, options('2pl'));
    for (const j of reversed) expect(without.parameters.a[j]).toBeLessThan(0.2);
    expect(any.logLikelihood).toBeGreaterThan(without.logLikelihood + 50);
  });

  test.each(IS_ALL ? (['2pl', '3pl'] as const) : (['2pl'] as const))(
    '%s with every twentieth key wrong: a and b err as their errors say, on the default grid as on 241 nodes',
    (model) => {
      const { matrix, items, reversed, abilities } = reversedBank('recovery', model, 500, 40);
      const engine = wasmEngine(1);
      try {
        const [standard, fine] = (['auto', 241] as const).map((quadrature) =>
          fitMarginal(matrix, options(model, { quadrature, tolerance: 1e-5, engine })),
        );
        const { a, b } = standard.parameters;
        expect(Array.from(a.keys()).filter((j) => a[j] < 0)).toEqual(reversed);
        // The fit's scale is that of these examinees.
        const { mean, sd } = moments(abilities);
        const errors = standardErrors(standard, engine);
        const zA = a.map((own, j) => (Math.abs(own) - items.a[j] * sd) / errors.a[j]);
        const zB = b.map((own, j) => (own - (items.b[j] - mean) / sd) / errors.b[j]);
        // Root mean squares of 40 standard normal numbers are within 1 ± 0.34 (three standard errors); priors make them smaller.
        for (const z of [zA, zB]) expect(rmse(z, new Float64Array(40))).toBeLessThan(1.34);
        expect(Math.abs(standard.logLikelihood - fine.logLikelihood)).toBeLessThan(1e-3);
        expect(rmse(a, fine.parameters.a)).toBeLessThan(1e-4);
      } finally {
        engine.close();
      }
    },
  );

  test('threads and kernels give the same result', () => {
    const { matrix } = reversedBank('threads', '3pl', 100, 20);
    const plain = fitMarginal(matrix, options('3pl', { tolerance: 1e-5 }));
    for (const threads of [1, 2]) {
      const engine = wasmEngine(threads, 0);
      try {
        const { parameters } = fitMarginal(matrix, options('3pl', { tolerance: 1e-5, engine }));
        for (let j = 0; j < 20; j++)
          expect(Math.abs(parameters.a[j] - plain.parameters.a[j])).toBeLessThan(1e-4);
      } finally {
        engine.close();
      }
    }
  });

  test('fixed items may have a negative slope and keep it', () => {
    const { matrix, items } = simulate('fixed', 200, 12);
    const fixed = (sign: number) =>
      new Map(
        [0, 1, 2, 3].map((j) => [
          j,
          { a: j === 2 ? sign * items.a[j] : items.a[j], b: items.b[j], c: 0, d: 1 },
        ]),
      );
    const right = fitMarginal(matrix, options('2pl', { fixed: fixed(1), slopes: 'positive' }));
    const wrong = fitMarginal(
      turned(matrix, [2]),
      options('2pl', { fixed: fixed(-1), slopes: 'positive' }),
    );
    expect(wrong.parameters.a[2]).toBe(-items.a[2]);
    expect(Math.abs(wrong.logLikelihood - right.logLikelihood)).toBeLessThan(1e-6);
    for (let j = 3; j < 12; j++)
      expect(Math.abs(wrong.parameters.a[j] - right.parameters.a[j])).toBeLessThan(1e-5);
  });

  test('learned priors: the marginal mode finds negative slopes, the integrated one refuses', () => {
    const { matrix, reversed } = reversedBank('learned', '2pl', 150, 60);
    const { parameters } = calibrate(matrix, { rung: '2pl', mode: 'marginal', slopes: 'any' });
    expect(Array.from(parameters.a.keys()).filter((j) => parameters.a[j] < 0)).toEqual(reversed);
    expect(() => calibrate(matrix, { rung: '2pl', mode: 'integrated', slopes: 'any' })).toThrow(
      /--method marginal/,
    );
  });

  test('rasch has one slope: refused', () => {
    const { matrix } = simulate('rasch', 30, 8);
    expect(() => fitMarginal(matrix, { ...options('2pl'), model: 'rasch' })).toThrow(/slopes/);
  });
});
