import { type ChildProcess, spawn } from 'node:child_process';
import { calibrate } from '../calibration/fit/calibrate.ts';
import { wasmEngine } from '../calibration/kernel/wasm-engine.ts';
import type { ResponseMatrix } from '../src/irt/responses.ts';
import { marginal, simulate } from './fit.ts';
import { type BenchmarkOptions, type Measured, measured } from './measure.ts';

const THREADS = 2;
/** Ratios of two threads to one: below 1 they help. They may cost nothing where they do not. */
const MOST_RATIO = 1.1;

/** Sizes on both sides of where the engine starts threads, and how often each is fitted in turn. */
const CASES: readonly {
  examinees: number;
  items: number;
  fit: 'marginal' | 'integrated';
  pairs: number;
}[] = [
  { examinees: 500, items: 100, fit: 'marginal', pairs: 9 },
  { examinees: 1000, items: 200, fit: 'marginal', pairs: 9 },
  { examinees: 2000, items: 200, fit: 'marginal', pairs: 9 },
  { examinees: 500, items: 1000, fit: 'marginal', pairs: 7 },
  { examinees: 1000, items: 5000, fit: 'marginal', pairs: 3 },
  { examinees: 12, items: 2000, fit: 'integrated', pairs: 7 },
  { examinees: 27, items: 12_000, fit: 'integrated', pairs: 3 },
];

/**
 * Two threads beside one, in turn: seconds of two threads over seconds of one, on a quiet machine and beside two programs that
 * keep its cores busy. `leastAnswers` is 0, so that threads are started whatever the size: this is what the engine's own
 * threshold was set by.
 */
export async function threads({ isQuick }: BenchmarkOptions): Promise<Measured[]> {
  const results: Measured[] = [];
  for (const busy of [0, 2]) {
    const load = Array.from({ length: busy }, keepBusy);
    try {
      for (const { examinees, items, fit, pairs } of CASES) {
        if (isQuick && examinees * items > 400_000) continue;
        const matrix = simulate(examinees, items);
        const one: number[] = [];
        const ratios: number[] = [];
        for (let k = 0; k < pairs + 1; k++) {
          const alone = seconds(matrix, fit, 1);
          const together = seconds(matrix, fit, THREADS);
          // The first pair warms up.
          if (k === 0) continue;
          one.push(alone);
          ratios.push(together / alone);
        }
        results.push(
          measured(
            `${fit} ${examinees} × ${items}${busy > 0 ? ', busy' : ''}`,
            ratios,
            '× one thread',
            MOST_RATIO,
            'half of one thread at best, less the parts that run in one: packing, posteriors, the end',
            { oneThreadSeconds: one.sort((x, y) => x - y)[one.length >> 1] },
          ),
        );
      }
    } finally {
      for (const program of load) program.kill();
    }
  }
  return results;
}

function seconds(matrix: ResponseMatrix, fit: 'marginal' | 'integrated', threads: number): number {
  const from = performance.now();
  const engine = wasmEngine(threads, 0);
  if (fit === 'integrated') calibrate(matrix, { engine, mode: 'integrated' });
  else marginal(matrix, engine);
  engine.close();
  return (performance.now() - from) / 1000;
}

function keepBusy(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}
