import type { LikelihoodSlope } from '../likelihood-slope.ts';
import { type CategoryCurves, categoryCurves, openCurves } from './curves/category-curves.ts';
import type { MixedItems } from './mixed-items.ts';

/** The answers of one examinee to items of any models: the first `count` entries of `index` and `categories`. */
export interface MixedAnswers {
  readonly items: MixedItems;
  /** Which item was answered. */
  readonly index: Int32Array;
  /** The category of its answer, from 0. */
  readonly categories: Int32Array;
  readonly count: number;
  /** Scratch space. */
  readonly curves: CategoryCurves;
}

/** The answered items of one row of categories, in which a number below 0, or NaN, stands for no answer. */
export function mixedAnswersOf(items: MixedItems, row: ArrayLike<number>): MixedAnswers {
  const index = new Int32Array(row.length);
  const categories = new Int32Array(row.length);
  let count = 0;
  for (let j = 0; j < row.length; j++) {
    if (!(row[j] >= 0)) continue;
    index[count] = j;
    categories[count++] = row[j];
  }
  return { items, index, categories, count, curves: openCurves(items.mostCategories) };
}

/** Σ log P of the answered categories at `theta`. No allocation. */
export function mixedLogLikelihood(theta: number, answers: MixedAnswers): number {
  const { items, index, categories, count, curves } = answers;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    categoryCurves(theta, items, index[i], curves);
    sum += curves.logP[categories[i]];
  }
  return sum;
}

/**
 * Writes slope, information, observed information and Warm's J at `theta` into `out`, for items of any models: the sums over items of
 * (log P_x)′, Σ_k P_k(log P_k)′², −(log P_x)″ and Σ_k P_k′P_k″/P_k, x the answer. No allocation.
 *
 * @see Samejima (1969, 1998); Warm (1989), Psychometrika 54, 427–450
 */
export function mixedSlope(theta: number, answers: MixedAnswers, out: LikelihoodSlope): void {
  const { items, index, categories, count, curves } = answers;
  const { logP, slope, bend } = curves;
  out.slope = 0;
  out.information = 0;
  out.observed = 0;
  out.warm = 0;
  for (let i = 0; i < count; i++) {
    const j = index[i];
    categoryCurves(theta, items, j, curves);
    out.slope += slope[categories[i]];
    out.observed -= bend[categories[i]];
    const last = items.categories[j];
    for (let k = 0; k < last; k++) {
      const rise = slope[k];
      const weighted = Math.exp(logP[k]) * rise;
      out.information += weighted * rise;
      out.warm += weighted * (bend[k] + rise * rise);
    }
  }
}
