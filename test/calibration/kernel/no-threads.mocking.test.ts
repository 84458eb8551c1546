import { expect, test, vi } from 'vitest';
import { fitMarginal } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { wasmEngine } from '../../../calibration/kernel/wasm-engine.ts';
import { optionsOf } from '../fit/marginal/golden.ts';
import { simulate } from '../simulated.ts';

vi.mock('node:worker_threads', async (original) => ({
  ...(await original<object>()),
  Worker: class {
    constructor() {
      throw new Error('ERR_WORKER_INIT_FAILED');
    }
  },
}));

test('a computer that starts no threads fits with one', () => {
  const { matrix } = simulate('no threads', 120, 33);
  const options = optionsOf('3PL', 'full');
  const engine = wasmEngine(3, 0);
  const fit = fitMarginal(matrix, { ...options, engine });
  expect(fit.engine).toBe('wasm');
  expect(fit.parameters).toEqual(fitMarginal(matrix, options).parameters);
  engine.close();
});
