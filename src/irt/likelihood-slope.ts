import type { Answers } from './answers.ts';

/** The derivatives of the likelihood at one ability that estimators need. */
export interface LikelihoodSlope {
  /** Σ (u − P) P′ / (PQ): the derivative of the log-likelihood. */
  slope: number;
  /** Σ P′² / (PQ): the Fisher information of the answered items. */
  information: number;
  /** The observed information: minus the second derivative of the log-likelihood. Can be negative. */
  observed: number;
  /** Σ P′ P″ / (PQ): Warm's J, minus twice the information squared times the bias of maximum likelihood. */
  warm: number;
}

/**
 * Writes slope, information, observed information and Warm's J at `theta` into `out`: one exponential per item, no allocation.
 *
 * With σ the logistic function, w = (d − c)σ / P and v = (d − c)(1 − σ) / Q, both in [0, 1]:
 * P′/P = a w (1 − σ), P′/Q = a v σ, so that no 0/0 can arise, and
 * −(log P)″ = a² w (1 − σ)(σ − (1 − w)(1 − σ)), −(log Q)″ = a² v σ ((1 − σ) − (1 − v)σ).
 *
 * @see Warm (1989), Psychometrika 54, 427–450, eq. 12
 */
export function likelihoodSlope(theta: number, answers: Answers, out: LikelihoodSlope): void {
  const { a, b, c, d } = answers.items;
  const { index, scores, count } = answers;
  let slope = 0;
  let information = 0;
  let observed = 0;
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
    const w = cj === 0 ? 1 : (span * right) / (cj + span * right);
    const v = dj === 1 ? 1 : (span * wrong) / (1 - dj + span * wrong);
    const ifRight = aj * w * wrong;
    const ifWrong = aj * v * right;
    slope += u * ifRight - (1 - u) * ifWrong;
    information += ifRight * ifWrong;
    observed +=
      aj *
      (u * ifRight * (right - (1 - w) * wrong) + (1 - u) * ifWrong * (wrong - (1 - v) * right));
    warm += ifRight * ifWrong * aj * (wrong - right);
  }
  out.slope = slope;
  out.information = information;
  out.observed = observed;
  out.warm = warm;
}
