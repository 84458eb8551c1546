import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_PRIORS } from '../../../calibration/fit/marginal/default-priors.ts';
import { fitMarginal as fitInside } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors as errorsInside } from '../../../calibration/fit/marginal/standard-errors.ts';
import { reversedBank } from '../../../sim/calibration/reversed-bank.ts';
import * as api from '../../../src/index.ts';
import { simulate } from '../simulated.ts';

const { fitMarginal, standardErrors } = api;
const { matrix, items } = simulate('library', 200, 12);
/** The options that the library gives to the fit inside. */
const INSIDE = {
  priors: DEFAULT_PRIORS,
  quadrature: 'auto',
  maxIterations: 500,
  tolerance: 1e-4,
  hasFreeUnit: true,
} as const;

test('a matrix and a model are enough: the fit that the command line makes, with its standard errors', () => {
  const fit = fitMarginal(matrix, { model: '3pl' });
  const inside = fitInside(matrix, { ...INSIDE, model: '3pl' });
  expect(fit).toMatchObject({ model: '3pl', converged: true, freeParameters: 36 });
  expect(fit.parameters).toEqual(inside.parameters);
  expect(fit.logLikelihood).toBe(inside.logLikelihood);
  expect(fit.abilities).toEqual(inside.abilities);
  const errors = standardErrors(fit);
  const expected = errorsInside(inside);
  expect(errors.method).toBe('full');
  for (const name of ['a', 'b', 'c'] as const) expect(errors[name]).toEqual(expected[name]);
  // Within four standard errors of the truth.
  for (let j = 0; j < items.count; j++)
    expect(Math.abs(fit.parameters.b[j] - items.b[j])).toBeLessThan(4 * errors.b[j]);
  expect(standardErrors(fit, 'blockwise').method).toBe('blockwise');
});

describe('many items and few examinees', () => {
  const wide = reversedBank('unit', '2pl', 100, 200, 0);
  const engine = api.wasmEngine(1);
  afterAll(() => engine.close());
  const fitOf = (more: object) => fitMarginal(wide.matrix, { model: '2pl', engine, ...more });
  const ratio = ({ parameters: { a } }: api.MarginalFit) =>
    Math.exp(a.reduce((sum, x, j) => sum + Math.log(x / wide.items.a[j]), 0) / a.length);
  const usual = fitOf({});

  test('the default prior of slopes does not change the unit of the scale; a given one does', () => {
    // A standard deviation of 100 abilities has an error of .07.
    expect(Math.abs(ratio(usual) - 1)).toBeLessThan(0.15);
    const given = fitOf({ priors: { a: DEFAULT_PRIORS.a } });
    expect(ratio(given) / ratio(usual)).toBeLessThan(0.85);
  });

  test('rounds are few, and the same estimate is the highest from elsewhere', () => {
    expect(usual.converged).toBe(true);
    expect(usual.iterations).toBeLessThan(60);
    const exact = fitOf({ tolerance: 1e-7, maxIterations: 2000, quadrature: 241 });
    usual.parameters.a.forEach((a, j) => {
      expect(Math.abs(Math.log(a / exact.parameters.a[j]))).toBeLessThan(2e-3);
    });
  });

  test('answers that follow an order, or none, end at finite slopes', () => {
    const random = api.randomStream('no unit');
    const drawn = (right: (i: number, j: number) => boolean) => ({
      examinees: Array.from({ length: 60 }, (_, i) => `e${i}`),
      items: Array.from({ length: 20 }, (_, j) => `q${j}`),
      scores: Float32Array.from({ length: 1200 }, (_, at) =>
        right(Math.floor(at / 20), at % 20) ? 1 : 0,
      ),
    });
    for (const answers of [drawn((i, j) => i / 3 > j), drawn(() => random() < 0.5)]) {
      const { converged, parameters } = fitMarginal(answers, { model: '2pl', engine });
      expect(converged).toBe(true);
      for (const a of parameters.a) expect(Math.abs(Math.log(a))).toBeLessThan(4);
    }
  });

  test('fixed items keep their scale, and the prior its mean; a histogram has its own unit', () => {
    const { a, b } = wide.items;
    const fixed = new Map([0, 1].map((j) => [j, { a: a[j], b: b[j], c: 0, d: 1 }]));
    const given = { priors: { a: DEFAULT_PRIORS.a } };
    const plain = ({ parameters }: api.MarginalFit) => parameters;
    expect(plain(fitOf({ fixed }))).toEqual(plain(fitOf({ fixed, ...given })));
    const abilityDistribution = 'histogram';
    const ofFew = (more: object) =>
      plain(fitMarginal(matrix, { model: '2pl', engine, abilityDistribution, ...more }));
    expect(ofFew({})).toEqual(ofFew(given));
  });
});

const CASE = new URL('../../../../shared/cases/statistics/', import.meta.url);
test.skipIf(!existsSync(CASE))(
  '500 examinees × 700 items of known truth: intervals of a and b hold (skipped without ../shared/cases)',
  () => {
    const table = (bytes: Uint8Array) =>
      bytes
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.split(','));
    const [head, ...rows] = table(gunzipSync(readFileSync(new URL('unit_500x700.csv.gz', CASE))));
    const [, ...truth] = table(readFileSync(new URL('unit_500x700_truth.csv', CASE)));
    const engine = api.wasmEngine(1);
    const fit = fitMarginal(
      {
        examinees: rows.map(([name]) => name),
        items: head.slice(1),
        scores: Float32Array.from(
          rows.flatMap((row) => row.slice(1)),
          (cell) => (cell === '' ? Number.NaN : Number(cell)),
        ),
      },
      { model: '2pl', engine },
    );
    engine.close();
    const errors = standardErrors(fit);
    const held = (name: 'a' | 'b', column: number) =>
      truth.filter(
        (row, j) =>
          Math.abs(fit.parameters[name][j] - Number(row[column])) < 1.96 * errors[name][j],
      ).length / truth.length;
    for (const share of [held('a', 1), held('b', 2)]) {
      expect(share).toBeGreaterThan(0.93);
      expect(share).toBeLessThan(0.97);
    }
  },
);

describe('standard errors of abilities', () => {
  const engine = api.wasmEngine(1);
  afterAll(() => engine.close());

  test('hold in 95% where the sample of examinees is small and the items are many', () => {
    let [held, all, posterior] = [0, 0, 0];
    for (let bank = 0; bank < 12; bank++) {
      const { matrix, abilities } = reversedBank(`scale ${bank}`, '2pl', 60, 300, 0);
      const fit = fitMarginal(matrix, { model: '2pl', engine });
      const inside = fitInside(matrix, { ...INSIDE, model: '2pl', engine });
      fit.abilities.forEach((theta, i) => {
        const error = Math.abs(theta - abilities[i]);
        held += error < 1.96 * fit.abilityErrors[i] ? 1 : 0;
        posterior += error < 1.96 * inside.abilityErrors[i] ? 1 : 0;
        all++;
      });
    }
    // Examinees of a bank share the error of the scale, so these are some 24 independent values.
    expect(held / all).toBeGreaterThan(0.9);
    expect(posterior / all).toBeLessThan(0.85);
  });

  test('are posterior standard deviations and the error of the scale: (1 + θ²/2)/n with many answers, none without', () => {
    const { matrix } = reversedBank('scale', '2pl', 50, 300, 0);
    const scores = matrix.scores.slice();
    scores.fill(Number.NaN, 0, 300);
    const some = { ...matrix, scores };
    const fit = fitMarginal(some, { model: '2pl', engine });
    const inside = fitInside(some, { ...INSIDE, model: '2pl', engine });
    expect(fit.abilityErrors[0]).toBe(inside.abilityErrors[0]);
    for (let i = 1; i < 50; i++) {
      const added = fit.abilityErrors[i] ** 2 - inside.abilityErrors[i] ** 2;
      expect(Math.abs(added / ((1 + fit.abilities[i] ** 2 / 2) / 49) - 1)).toBeLessThan(0.15);
    }
    const fixed = new Map([[0, { a: 1, b: 0, c: 0, d: 1 }]]);
    const held = fitMarginal(some, { model: '2pl', engine, fixed });
    expect(held.abilityErrors).toEqual(
      fitInside(some, { ...INSIDE, model: '2pl', engine, fixed }).abilityErrors,
    );
    // Rasch: the unit is that of the items, the origin that of the sample.
    const rasch = fitMarginal(some, { model: 'rasch', engine });
    const known = fitInside(some, { ...INSIDE, model: 'rasch', engine });
    for (let i = 1; i < 50; i++) {
      const added = rasch.abilityErrors[i] ** 2 - known.abilityErrors[i] ** 2;
      expect(Math.abs((added * 49) / known.groups.sd[0] ** 2 - 1)).toBeLessThan(0.15);
    }
  });

  test('have the whole error of the scale in groups that do not define it, and without answers that of the mean of the group', () => {
    const { matrix } = reversedBank('two groups', '2pl', 80, 200, 0);
    const scores = matrix.scores.slice();
    scores.fill(Number.NaN, 79 * 200);
    const some = { ...matrix, scores };
    const groups = Int32Array.from({ length: 80 }, (_, i) => Number(i >= 30));
    const fit = fitMarginal(some, { model: '2pl', engine, groups });
    const inside = fitInside(some, { ...INSIDE, model: '2pl', engine, groups });
    for (let i = 30; i < 80; i++) {
      const added = fit.abilityErrors[i] ** 2 - inside.abilityErrors[i] ** 2;
      const ofScale = (1 + fit.abilities[i] ** 2 / 2) / 30;
      const ofMean = i < 79 ? 0 : fit.groups.sd[1] ** 2 / 49;
      expect(added / (ofScale + ofMean)).toBeGreaterThan(1);
      expect(added / (ofScale + ofMean)).toBeLessThan(1.15);
    }
  });
});

test('the fit is plain data: no arrays of the computation', () => {
  const fit = fitMarginal(matrix, { model: '2pl', abilityDistribution: 'histogram' });
  expect(Object.keys(fit)).not.toContain('workspace');
  expect(structuredClone(fit)).toEqual(fit);
  expect(fit.distribution!.weights).toHaveLength(fit.quadrature.nodes);
  // The log-likelihood that parameters and distribution have by the public function.
  const { sum } = api.marginalLogLikelihood(fit.parameters, matrix, fit.distribution!);
  expect(Math.abs(sum - fit.logLikelihood)).toBeLessThan(1e-6);
});

test('an engine does the same sums elsewhere, and standard errors follow', () => {
  const plain = fitMarginal(matrix, { model: '2pl' });
  const engine = api.wasmEngine(2);
  const fit = fitMarginal(matrix, { model: '2pl', engine });
  engine.close();
  expect(structuredClone(fit)).toEqual(plain);
  expect(standardErrors(fit).b).toEqual(standardErrors(plain).b);
});

test('slopes of either sign: an item that works backwards has one below 0', () => {
  const { matrix: bank, reversed } = reversedBank('library', '2pl', 400, 20);
  const { parameters } = fitMarginal(bank, { model: '2pl', slopes: 'any' });
  const negative = Array.from(parameters.a.keys()).filter((j) => parameters.a[j] < 0);
  expect(negative).toEqual(reversed);
  expect(fitMarginal(bank, { model: '2pl' }).parameters.a.every((a) => a > 0)).toBe(true);
  expect(() => fitMarginal(bank, { model: 'rasch', slopes: 'any' })).toThrow(/slopes: found any/);
});

test('wrong options and copies of a fit: one clear error', () => {
  expect(() => fitMarginal(matrix, { model: '5pl' as '2pl' })).toThrow(/model: found 5pl/);
  expect(() => fitMarginal(matrix, { model: '2pl', maxIterations: 0 })).toThrow(/maxIterations/);
  expect(() => fitMarginal(matrix, { model: '2pl', tolerance: 0 })).toThrow(/tolerance/);
  const copy = structuredClone(fitMarginal(matrix, { model: 'rasch' }));
  expect(() => standardErrors(copy)).toThrow(/the object that fitMarginal returned/);
});

test('the example of docs/library.md runs and prints the stated output', async () => {
  const page = readFileSync(
    fileURLToPath(new URL('../../../docs/library.md', import.meta.url)),
    'utf8',
  );
  const [, code] = page.match(/^```js calibrate\n([\s\S]*?)^```$/m)!;
  const [, shown] = page.match(/^```text calibrate\n([\s\S]*?)^```$/m)!;
  const printed: string[] = [];
  const body = code.replace(/^import \{([^}]+)\} from 'thetarank';\n/m, 'const {$1} = api;\n');
  expect(body).not.toBe(code);
  new Function('api', 'console', body)(api, { log: (line: string) => printed.push(line) });
  expect(`${printed.join('\n')}\n`).toBe(shown);
});
