import type { Answers } from './answers.ts';

/** What the estimators need of the likelihood at one ability. */
export interface LikelihoodSlope {
  /** Σ (u − P) P′ / (PQ): the derivative of the log-likelihood. */
  slope: number;
  /** Σ P′² / (PQ): the Fisher information of the answered items. */
  information: number;
  /** Σ P′ P″ / (PQ): Warm's J, twice the information times the bias of the maximum-likelihood estimate. */
  warm: number;
}

/**
 * Writes slope, information and Warm's J at `theta` into `out`: one exponential an item, nothing allocated.
 * The ratios σ/P and (1 − σ)/Q are taken before they are multiplied, so that 0/0 cannot arise.
 *
 * @see Warm (1989), Psychometrika 54, 427–450, eq. 12
 */
export function likelihoodSlope(theta: number, answers: Answers, out: LikelihoodSlope): void {
  const { a, b, c, d } = answers.items;
  const { index, scores, count } = answers;
  let slope = 0;
  let information = 0;
  let warm = 0;
  for (let k = 0; k < count; k++) {
    const j = index[k];
    const u = scores[k];
    const aj = a[j];
    const cj = c[j];
    const dj = d[j];
    const z = aj * (theta - b[j]);
    const t = Math.exp(-Math.abs(z));
    const r = 1 / (1 + t);
    const right = z >= 0 ? r : t * r;
    const wrong = z >= 0 ? t * r : r;
    const span = dj - cj;
    const p = cj + span * right;
    const q = 1 - dj + span * wrong;
    const weight =
      aj * span * (cj === 0 ? 1 / dj : right / p) * (dj === 1 ? 1 / (1 - cj) : wrong / q);
    const first = aj * span * right * wrong;
    slope += weight * (u * q - (1 - u) * p);
    information += weight * first;
    warm += weight * first * aj * (wrong - right);
  }
  out.slope = slope;
  out.information = information;
  out.warm = warm;
}
