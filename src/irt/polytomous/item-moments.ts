import { type CategoryCurves, categoryCurves } from './curves/category-curves.ts';
import type { MixedItems } from './mixed-items.ts';

/** What one item expects of an examinee of one ability. */
export interface ItemMoments {
  /** Σ s_k P_k: the expected score. */
  score: number;
  /** Σ P_k(s_k − score)²: the variance of the score. */
  variance: number;
  /** Σ s_k P_k′: the derivative of the expected score. */
  slope: number;
  /** Σ P_k (log P_k)′² = −E[(log P)″]: Fisher information about ability. */
  information: number;
  /** Σ P_k′P_k″/P_k: Warm's J, as for items with two categories. */
  warm: number;
}

/**
 * Writes score, variance, information and Warm's J of item `j` at `theta` into `out`. P′ = P(log P)′ and P″ = P((log P)″ + (log P)′²),
 * so no quotient of vanishing numbers arises. `curves` is scratch space.
 *
 * @see Samejima (1969), chapter 6, for the information; Samejima (1998), Psychometrika 63, 111–130, for J with several categories
 */
export function itemMoments(
  theta: number,
  items: MixedItems,
  j: number,
  curves: CategoryCurves,
  out: ItemMoments,
): void {
  categoryCurves(theta, items, j, curves);
  const categories = items.categories[j];
  const from = items.scoresFrom[j];
  let score = 0;
  let slope = 0;
  let information = 0;
  let warm = 0;
  for (let k = 0; k < categories; k++) {
    const p = Math.exp(curves.logP[k]);
    const rise = curves.slope[k];
    score += p * items.scores[from + k];
    slope += p * rise * items.scores[from + k];
    information += p * rise * rise;
    warm += p * rise * (curves.bend[k] + rise * rise);
  }
  let variance = 0;
  for (let k = 0; k < categories; k++)
    variance += Math.exp(curves.logP[k]) * (items.scores[from + k] - score) ** 2;
  out.score = score;
  out.variance = variance;
  out.slope = slope;
  out.information = information;
  out.warm = warm;
}
