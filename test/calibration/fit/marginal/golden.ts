import { readFileSync } from 'node:fs';
import type {
  MarginalOptions,
  PriorSet,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import { matrixOf } from '../../simulated.ts';

/** Reads a file of test/golden/calibration. */
export function golden<T>(name: string): T {
  const file = new URL(`../../../golden/calibration/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const answers = golden<Record<string, string[]>>('answers.json');

export function dataSet(name: string): ResponseMatrix {
  const rows = answers[name];
  return matrixOf(rows.length, rows[0].length, (i, j) =>
    rows[i][j] === '.' ? Number.NaN : Number(rows[i][j]),
  );
}

const none = { family: 'none' } as const;
const NONE: PriorSet = { a: none, b: none, c: none, d: none };
const LOGIT_C = { family: 'logitnormal', mean: -1.8, sd: 0.5 } as const;

/** The priors of the oracles, by the names they have there. */
export const PRIORS = {
  none: NONE,
  norm: { ...NONE, c: LOGIT_C },
  expbeta: { ...NONE, c: { family: 'beta', alpha: 5, beta: 17 } },
  full: { ...NONE, a: { family: 'lognormal', mean: 0, sd: 0.5 }, c: LOGIT_C },
} as const satisfies Record<string, PriorSet>;

/** Options of a fit named `model|prior` on the oracles' 61 nodes, stopped at the program's default tolerance. */
export function optionsOf(model: string, prior: string): MarginalOptions {
  return {
    model: model.toLowerCase() as MarginalOptions['model'],
    priors: PRIORS[prior as keyof typeof PRIORS],
    quadrature: 61,
    maxIterations: 300,
    tolerance: 1e-4,
  };
}

/** The largest absolute difference. */
export function largest(x: ArrayLike<number>, y: ArrayLike<number>): number {
  return Array.from(x).reduce((most, v, k) => Math.max(most, Math.abs(v - y[k])), 0);
}
