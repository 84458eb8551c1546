/**
 * Fits the same answers again and again on threads, and prints one line per fit: a digest of all that was estimated,
 * its log-posterior and its rounds. Arguments: the number of fits, of threads.
 */
import { createHash } from 'node:crypto';
import { fitMarginal } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../../calibration/fit/marginal/standard-errors.ts';
import { wasmEngine } from '../../../../calibration/kernel/wasm-engine.ts';
import { PRIORS } from '../../fit/marginal/golden.ts';
import { simulate } from '../../simulated.ts';

const START_MS = 150;
const asleep = new Int32Array(new SharedArrayBuffer(4));
const [fits, threads] = process.argv.slice(2).map(Number);
const { matrix } = simulate('threads under stress', 203, 37, { missing: 0.1 });
for (let k = 0; k < fits; k++) {
  const engine = wasmEngine(threads, 0);
  try {
    const fit = fitMarginal(matrix, {
      model: '3pl',
      priors: PRIORS.full,
      quadrature: 61,
      maxIterations: 12,
      tolerance: 1e-4,
      engine,
      onRound: ({ iteration }) => {
        // Threads take a moment to start: without them there is nothing to stress.
        if (iteration === 1 && threads > 1) Atomics.wait(asleep, 0, 0, START_MS);
      },
    });
    const errors = standardErrors(fit, engine, 'blockwise');
    const digest = createHash('sha256');
    for (const values of [
      fit.parameters.a,
      fit.parameters.b,
      fit.parameters.c,
      fit.abilities,
      errors.a,
      errors.b,
    ])
      digest.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    process.stdout.write(
      `${digest.digest('hex').slice(0, 16)} ${fit.logPosterior} ${fit.iterations}\n`,
    );
  } catch (error) {
    process.stdout.write(`failed: ${(error as Error).message}\n`);
  } finally {
    engine.close();
  }
}
