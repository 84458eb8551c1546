import { factorPositive, invertPositive, solveFactored } from '../../../src/irt/small-cholesky.ts';

export interface LogisticRegression {
  /** −2 times the log-likelihood. */
  readonly deviance: number;
  readonly coefficients: Float64Array;
  /** Standard errors; null where the answers separate and coefficients have no finite estimate. */
  readonly errors: Float64Array | null;
}

const ROUNDS = 60;
const CONVERGED = 1e-12;
/** A linear predictor beyond this is a probability of 0 or 1 to rounding: the answers separate. */
const SEPARATED = 25;

/**
 * Maximum-likelihood logistic regression of 0/1 answers, P(u = 1) = 1/(1 + e^(−xβ)), by Newton's method with halved steps. If a line separates
 * the answers, the deviance is still right to 1e-6, and there are no standard errors.
 *
 * @param rows design, rows × columns, row by row, with the constant among the columns
 * @param answers one per row, 0 or 1
 * @see McCullagh & Nelder (1989), Generalized Linear Models, chapter 4
 */
export function logisticRegression(
  rows: Float64Array,
  answers: ArrayLike<number>,
  count: number,
  columns: number,
): LogisticRegression {
  const beta = new Float64Array(columns);
  const gradient = new Float64Array(columns);
  const hessian = new Float64Array(columns * columns);
  const step = new Float64Array(columns);
  let deviance = sums(rows, answers, count, columns, beta, gradient, hessian).deviance;
  let most = 0;
  for (let round = 0; round < ROUNDS; round++) {
    factorPositive(hessian, columns);
    solveFactored(hessian, gradient, columns, step);
    let next = Number.POSITIVE_INFINITY;
    let part = 1;
    for (let k = 0; k < columns; k++) beta[k] += step[k];
    for (let halving = 0; halving < 30; halving++) {
      ({ deviance: next, most } = sums(rows, answers, count, columns, beta, gradient, hessian));
      if (next <= deviance + CONVERGED * (1 + deviance)) break;
      part /= 2;
      for (let k = 0; k < columns; k++) beta[k] -= part * step[k];
    }
    const change = deviance - next;
    deviance = next;
    if (change <= CONVERGED * (1 + deviance) || most > SEPARATED) break;
  }
  const isSeparated = most > SEPARATED;
  const inverse = isSeparated ? null : invertPositive(hessian, columns);
  return {
    deviance,
    coefficients: beta,
    errors:
      inverse === null
        ? null
        : Float64Array.from({ length: columns }, (_, k) => Math.sqrt(inverse[(columns + 1) * k])),
  };
}

/** The deviance at β, with half its negative gradient and the information. @returns also the largest |xβ| */
function sums(
  rows: Float64Array,
  answers: ArrayLike<number>,
  count: number,
  columns: number,
  beta: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): { deviance: number; most: number } {
  gradient.fill(0);
  hessian.fill(0);
  let [deviance, most] = [0, 0];
  for (let i = 0; i < count; i++) {
    const at = i * columns;
    let eta = 0;
    for (let k = 0; k < columns; k++) eta += rows[at + k] * beta[k];
    most = Math.max(most, Math.abs(eta));
    const e = Math.exp(-Math.abs(eta));
    const p = eta >= 0 ? 1 / (1 + e) : e / (1 + e);
    const u = answers[i];
    deviance += 2 * (Math.log1p(e) + Math.max(0, eta) - u * eta);
    const w = e / ((1 + e) * (1 + e));
    for (let k = 0; k < columns; k++) {
      const x = rows[at + k];
      gradient[k] += x * (u - p);
      for (let l = 0; l <= k; l++) hessian[columns * k + l] += w * x * rows[at + l];
    }
  }
  return { deviance, most };
}
