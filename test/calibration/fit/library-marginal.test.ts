import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DEFAULT_PRIORS } from '../../../calibration/fit/marginal/default-priors.ts';
import { fitMarginal as fitInside } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors as errorsInside } from '../../../calibration/fit/marginal/standard-errors.ts';
import { reversedBank } from '../../../sim/calibration/reversed-bank.ts';
import * as api from '../../../src/index.ts';
import { simulate } from '../simulated.ts';

const { fitMarginal, standardErrors } = api;
const { matrix, items } = simulate('library', 200, 12);

test('a matrix and a model are enough: the fit that the command line makes, with its standard errors', () => {
  const fit = fitMarginal(matrix, { model: '3pl' });
  const inside = fitInside(matrix, {
    model: '3pl',
    priors: DEFAULT_PRIORS,
    quadrature: 'auto',
    maxIterations: 500,
    tolerance: 1e-4,
  });
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
