import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Engine, PLAIN_ENGINE } from '../../../calibration/fit/marginal/engine.ts';
import {
  fitMarginal,
  type MarginalFit,
  type MarginalOptions,
} from '../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../calibration/fit/marginal/standard-errors.ts';
import { wasmEngine } from '../../../calibration/kernel/engine.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { randomStream } from '../../../src/random.ts';
import { largest, PRIORS } from '../marginal/golden.ts';
import { simulate } from '../simulated.ts';

/** The promise, for a whole fit: the engines differ in the order of no sum, so that they take the same steps. */
const PRECISION = 1e-9;

/** Sizes that are multiples of neither 8 nor 4. */
const complete = simulate('kernel', 203, 37).matrix;
const patchy = simulate('kernel', 203, 37, { missing: 0.3 }).matrix;
const random = randomStream('kernel fractions');
const fractional: ResponseMatrix = {
  ...patchy,
  scores: patchy.scores.map((u) => (random() < 0.2 ? Math.abs(u - 0.3) : u)),
};
const MATRICES = { complete, 'with missing answers': patchy, 'with fractions': fractional };

const options: MarginalOptions = {
  model: '3pl',
  priors: PRIORS.full,
  quadrature: 'auto',
  maxIterations: 200,
  tolerance: 1e-4,
};

/** The plain engine with the items divided as threads would have them. */
const plain = (blocks: number): Engine => ({ ...PLAIN_ENGINE, blocks });

function expectSame(found: MarginalFit, known: MarginalFit): void {
  expect(found.iterations).toBe(known.iterations);
  expect(found.quadrature).toEqual(known.quadrature);
  expect(Math.abs(found.logPosterior - known.logPosterior)).toBeLessThan(PRECISION);
  for (const name of ['a', 'b', 'c'] as const)
    expect(largest(found.parameters[name], known.parameters[name])).toBeLessThan(PRECISION);
  expect(largest(found.abilities, known.abilities)).toBeLessThan(PRECISION);
  expect(largest(found.abilityErrors, known.abilityErrors)).toBeLessThan(PRECISION);
}

describe.each(Object.entries(MATRICES))('%s', (_, matrix) => {
  test.each([1, 2, 3])('WebAssembly on %d threads gives the plain fit', (threads) => {
    const engine = wasmEngine(threads);
    const fit = fitMarginal(matrix, { ...options, engine });
    const reference = fitMarginal(matrix, { ...options, engine: plain(threads) });
    expect(fit.engine).toBe(threads === 1 ? 'wasm' : `wasm, ${threads} threads`);
    expectSame(fit, reference);
    const errors = standardErrors(fit, engine);
    const known = standardErrors(reference);
    for (const name of ['a', 'b', 'c'] as const)
      expect(largest(errors[name], known[name])).toBeLessThan(PRECISION);
    engine.close();
  });
});

test('more threads than there is work for', () => {
  const { matrix } = simulate('few items', 60, 5);
  const engine = wasmEngine(3);
  expectSame(fitMarginal(matrix, { ...options, engine }), fitMarginal(matrix, options));
  engine.close();
});

test('a closed engine, and one that is at another workspace, still serve a fit', () => {
  const engine = wasmEngine(2);
  const fit = fitMarginal(complete, { ...options, engine });
  const known = standardErrors(fit, engine);
  fitMarginal(patchy, { ...options, engine });
  expect(largest(standardErrors(fit, engine).a, known.a)).toBeLessThan(PRECISION);
  engine.close();
  engine.close();
  expect(largest(standardErrors(fit, engine).a, known.a)).toBeLessThan(PRECISION);
});

describe('where something is not to be had', () => {
  afterEach(() => vi.unstubAllGlobals());
  const reference = fitMarginal(complete, { ...options, engine: plain(2) });

  test('no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    const engine = wasmEngine(2);
    const fit = fitMarginal(complete, { ...options, engine });
    expect(fit.engine).toBe('typescript');
    expectSame(fit, fitMarginal(complete, options));
    engine.close();
  });

  test('no shared memory, or not enough', () => {
    const { Module, Instance } = WebAssembly;
    const Memory = class {
      constructor() {
        throw new RangeError('WebAssembly.Memory(): could not allocate memory');
      }
    };
    vi.stubGlobal('WebAssembly', { Module, Instance, Memory });
    const engine = wasmEngine(2);
    const fit = fitMarginal(complete, { ...options, engine });
    expect(fit.engine).toBe('typescript');
    expectSame(fit, reference);
    engine.close();
  });

  test('threads that do not come in time: this one does their work, and waits for them only once', () => {
    const engine = wasmEngine(2, 1);
    const fit = fitMarginal(complete, { ...options, engine });
    expect(fit.engine).toBe('wasm');
    expectSame(fit, reference);
    engine.close();
  });
});
