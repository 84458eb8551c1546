import { fitMarginal } from '../calibration/fit/marginal/fit-marginal.ts';
import { wasmEngine } from '../calibration/kernel/wasm-engine.ts';
import { FULL, simulate } from './fit.ts';
import { type Measured, measured } from './measure.ts';

const THREADS = 2;
const ROUNDS = 12;
const REPEATS = 3;
/** Sixteen times the answers, in both directions. */
const SMALL = { examinees: 500, items: 1000 };
const LARGE = { examinees: 2000, items: 4000 };

/** Time a round and memory of the marginal fit over a factor of 16 in answers, at 61 nodes. */
export function growth(): Measured[] {
  const before = process.resourceUsage().maxRSS / 1000;
  const small = millisecondsARound(SMALL);
  const large = millisecondsARound(LARGE);
  const peak = process.resourceUsage().maxRSS / 1000;
  const answers = LARGE.examinees * LARGE.items;
  const allowed = (6 * answers + 1000 * LARGE.items) / 1e6 + 100;
  const ratios = large.map((x, k) => x / small[k] / 16);
  return [
    measured(
      'fit, time a round over 16 × the answers, by 16',
      ratios,
      '',
      1.1,
      'linear is 1; less where a round of the small fit is mostly waiting for threads',
      { millisecondsSmall: small, millisecondsLarge: large },
    ),
    measured(
      `fit, ${LARGE.examinees} × ${LARGE.items}: peak memory`,
      [peak],
      'MB',
      allowed,
      `6 bytes an answer, 1 kB an item and 100 MB; ${Math.round(before)} MB are Node's with the program loaded`,
    ),
  ];
}

function millisecondsARound({ examinees, items }: typeof SMALL): number[] {
  const matrix = simulate(examinees, items);
  const engine = wasmEngine(THREADS);
  const runs = Array.from({ length: REPEATS }, () => {
    const from = performance.now();
    const { iterations } = fitMarginal(matrix, {
      model: '3pl',
      priors: FULL,
      quadrature: 61,
      maxIterations: ROUNDS,
      tolerance: 1e-9,
      engine,
    });
    return (performance.now() - from) / iterations;
  });
  engine.close();
  return runs;
}
