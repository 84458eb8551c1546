import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  fitMarginal,
  type MarginalFit,
  type MarginalOptions,
} from '../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../calibration/fit/marginal/standard-errors.ts';
import { wasmEngine } from '../../../calibration/kernel/wasm-engine.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { randomStream } from '../../../src/random.ts';
import { IS_ALL } from '../../repetitions.ts';
import { PRIORS } from '../fit/marginal/golden.ts';
import { simulate } from '../simulated.ts';

/** Sizes that are multiples of neither 8 nor 4. */
const complete = simulate('kernel', 61, 29).matrix;
const patchy = simulate('kernel', 61, 29, { missing: 0.3 }).matrix;
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
  // Equal bit by bit after any number of rounds.
  maxIterations: 20,
  tolerance: 1e-4,
};

/** The promise, for a whole fit: every sum has one order, whoever makes it, so that results are the same bit by bit. */
function expectSame(found: MarginalFit, known: MarginalFit): void {
  for (const name of ['iterations', 'quadrature', 'logPosterior', 'parameters'] as const)
    expect(found[name]).toEqual(known[name]);
  expect(found.abilities).toEqual(known.abilities);
  expect(found.abilityErrors).toEqual(known.abilityErrors);
}

describe.each(Object.entries(MATRICES))('%s', (_, matrix) => {
  const reference = fitMarginal(matrix, options);
  const known = standardErrors(reference);

  test.each(IS_ALL ? [1, 2, 3] : [1, 3])(
    'WebAssembly on %d threads gives the plain fit',
    (threads) => {
      const engine = wasmEngine(threads, 0);
      const fit = fitMarginal(matrix, { ...options, engine });
      expect(fit.engine).toBe(threads === 1 ? 'wasm' : `wasm, ${threads} threads`);
      expectSame(fit, reference);
      const errors = standardErrors(fit, engine);
      for (const name of ['a', 'b', 'c'] as const) expect(errors[name]).toEqual(known[name]);
      engine.close();
    },
  );
});

test('more threads than work', () => {
  const { matrix } = simulate('few items', 40, 5);
  const engine = wasmEngine(3, 0);
  expectSame(fitMarginal(matrix, { ...options, engine }), fitMarginal(matrix, options));
  engine.close();
});

test('a closed engine, and one that is at another workspace, still serve a fit', () => {
  const engine = wasmEngine(2, 0);
  const fit = fitMarginal(complete, { ...options, engine });
  const known = standardErrors(fit, engine);
  fitMarginal(patchy, { ...options, engine });
  expect(standardErrors(fit, engine).a).toEqual(known.a);
  engine.close();
  engine.close();
  expect(standardErrors(fit, engine).a).toEqual(known.a);
});

describe('missing resources', () => {
  afterEach(() => vi.unstubAllGlobals());
  const reference = fitMarginal(complete, options);

  test('no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    const engine = wasmEngine(2, 0);
    const fit = fitMarginal(complete, { ...options, engine });
    expect(fit.engine).toBe('typescript');
    expectSame(fit, reference);
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
    const engine = wasmEngine(2, 0);
    const fit = fitMarginal(complete, { ...options, engine });
    expect(fit.engine).toBe('typescript');
    expectSame(fit, reference);
    engine.close();
  });
});

test('a small fit takes one thread', () => {
  const engine = wasmEngine(2);
  expect(fitMarginal(complete, { ...options, engine }).engine).toBe('wasm');
  engine.close();
});
