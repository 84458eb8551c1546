import { calibrate } from '../calibration/fit/calibrate.ts';
import { fitMarginal, type PriorSet } from '../calibration/fit/marginal/fit-marginal.ts';
import { wasmEngine } from '../calibration/kernel/wasm-engine.ts';
import { simulatedAnswers } from '../sim/calibration/simulated-answers.ts';
import type { ResponseMatrix } from '../src/irt/responses.ts';
import { type Measured, measured } from './measure.ts';

const THREADS = 2;
export const FULL: PriorSet = {
  a: { family: 'lognormal', mean: 0, sd: 0.5 },
  b: { family: 'none' },
  c: { family: 'logitnormal', mean: -1.8, sd: 0.5 },
  d: { family: 'none' },
};

/** Sizes, how they are fitted, how often, and the seconds they may take. */
const CASES: readonly {
  examinees: number;
  items: number;
  fit: 'marginal' | 'calibrate';
  repeats: number;
  target: number;
}[] = [
  { examinees: 2000, items: 200, fit: 'marginal', repeats: 5, target: 0.4 },
  { examinees: 500, items: 1000, fit: 'marginal', repeats: 5, target: 1 },
  { examinees: 1000, items: 5000, fit: 'marginal', repeats: 3, target: 4 },
  { examinees: 10_000, items: 1000, fit: 'marginal', repeats: 1, target: 15 },
  { examinees: 20, items: 33_735, fit: 'calibrate', repeats: 3, target: 5 },
  { examinees: 500, items: 33_000, fit: 'marginal', repeats: 1, target: 15 },
];

/**
 * Fits of simulated answers (a ~ lognormal(0, 0.3), b ~ N(0, 1), c ~ U(0.05, 0.4), θ ~ N(0, 1)): the marginal 3PL with
 * mirt's "full" priors on two threads, and the empirical calibration that many items and few examinees get.
 */
export function fit(): Measured[] {
  return CASES.map(({ examinees, items, fit: how, repeats, target }) => {
    const matrix = simulate(examinees, items);
    const engine = wasmEngine(THREADS);
    const seconds: number[] = [];
    let details: Record<string, unknown> = {};
    for (let k = 0; k < repeats; k++) {
      const from = performance.now();
      details = how === 'marginal' ? marginal(matrix, engine) : empirical(matrix, engine);
      seconds.push((performance.now() - from) / 1000);
    }
    engine.close();
    const answers = examinees * items;
    const bound =
      how === 'marginal'
        ? `a round adds up ${((answers * 24) / 8e6).toFixed(0)}M windows' entries twice, half a nanosecond each on a thread`
        : `a round evaluates 45 nodes an answer, ${((45 * answers) / 1e6).toFixed(0)}M terms of a division and half a dozen products, 3 ns each on a thread`;
    return measured(`fit, ${examinees} × ${items}`, seconds, 's', target, bound, {
      ...details,
      megabytes: Math.round(process.memoryUsage().rss / 1e6),
    });
  });
}

export function marginal(matrix: ResponseMatrix, engine: ReturnType<typeof wasmEngine>) {
  const { iterations, converged, quadrature } = fitMarginal(matrix, {
    model: '3pl',
    priors: FULL,
    quadrature: 'auto',
    maxIterations: 500,
    tolerance: 1e-4,
    engine,
  });
  return { iterations, converged, nodes: quadrature.nodes };
}

function empirical(matrix: ResponseMatrix, engine: ReturnType<typeof wasmEngine>) {
  const { iterations, converged, mode } = calibrate(matrix, { engine });
  return { iterations, converged, mode };
}

export function simulate(examinees: number, items: number): ResponseMatrix {
  return simulatedAnswers(examinees, items).matrix;
}
