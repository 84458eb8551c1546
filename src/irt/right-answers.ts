import type { Answers } from './answers.ts';
import type { AbilityEstimate } from './estimate/estimate.ts';
import { probability } from './probability.ts';
import { probabilityDerivatives } from './probability-derivatives.ts';

/** The right answers of an examinee to the items asked, and their expectation at its estimate. */
export interface RightAnswers {
  /** Answers. */
  readonly count: number;
  /** Sum of their scores; a fraction counts as that share of a right answer. */
  readonly right: number;
  /** Sum of the probabilities of a right answer. */
  readonly expected: number;
  /** See standardisedResidual. */
  readonly residual: number | null;
}

/** If less than this share of the variance is left, the residual cannot vary: the rest is rounding. */
const LEAST_SHARE = 1e-6;

/**
 * Σ(u − P) in standard errors, about N(0, 1) if answers follow the model. The ability was estimated from the same answers, so
 * the variance is less than Σ P(1 − P): it is Σ P(1 − P) − g'Vg, with g = Σ ∂P/∂θ over these items and V the (co)variance of
 * the estimate, the inverse of its information including that of a prior. Null if it cannot vary: the estimate of a Rasch model
 * makes both sums equal. Fractional scores, and so their residuals, vary less than right and wrong answers.
 *
 * @param chance Σ P(1 − P)
 * @param explained g'Vg
 * @see Snijders (2001), Psychometrika 66, 331–342, whose statistic with all weights 1 this is
 */
export function standardisedResidual(
  difference: number,
  chance: number,
  explained: number,
): number | null {
  const variance = chance - explained;
  return variance > LEAST_SHARE * chance ? difference / Math.sqrt(variance) : null;
}

/**
 * Right answers and their expectation Σ P(θ̂) on the items answered.
 *
 * @param estimate from these answers, by ml, map or eap; on a bound it is taken as known
 */
export function rightAnswers(answers: Answers, estimate: AbilityEstimate): RightAnswers {
  const { a, b, c, d } = answers.items;
  const theta = estimate.ability;
  let right = 0;
  let expected = 0;
  let chance = 0;
  let moves = 0;
  for (let k = 0; k < answers.count; k++) {
    const j = answers.index[k];
    const p = probability(theta, a[j], b[j], c[j], d[j]);
    right += answers.scores[k];
    expected += p;
    chance += p * (1 - p);
    moves += probabilityDerivatives(theta, a[j], b[j], c[j], d[j]).first;
  }
  // Answers without information, moves = 0, have an infinite standard error: 0 · ∞.
  const spread = estimate.atBound || moves === 0 ? 0 : moves * estimate.se;
  const residual = standardisedResidual(right - expected, chance, spread * spread);
  return { count: answers.count, right, expected, residual };
}
