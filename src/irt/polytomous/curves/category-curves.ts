import { KIND, type MixedItems } from '../mixed-items.ts';
import { betaCurves } from './beta-curves.ts';
import { gradedCurves } from './graded-curves.ts';
import { linearCurves } from './linear-curves.ts';
import { logisticCurves } from './logistic-curves.ts';

/** The categories of one item at one ability, an entry per category; what lies beyond them is of other items. */
export interface CategoryCurves {
  /** log P_k(θ) */
  readonly logP: Float64Array;
  /** (log P_k)′ */
  readonly slope: Float64Array;
  /** (log P_k)″ */
  readonly bend: Float64Array;
}

/** Room for the curves of an item with up to `categories` categories. */
export function openCurves(categories: number): CategoryCurves {
  return {
    logP: new Float64Array(categories),
    slope: new Float64Array(categories),
    bend: new Float64Array(categories),
  };
}

/**
 * Writes the log-probabilities of the categories of item `j` at `theta`, and their first two derivatives in ability, into `out`. Finite
 * for every finite ability; no allocation.
 */
export function categoryCurves(
  theta: number,
  items: MixedItems,
  j: number,
  out: CategoryCurves,
): void {
  const { kinds, values, first, categories } = items;
  switch (kinds[j]) {
    case KIND.logistic:
      logisticCurves(theta, values, first[j], out);
      break;
    case KIND.graded:
      gradedCurves(theta, values, first[j], categories[j], out);
      break;
    case KIND.linear:
      linearCurves(theta, values, first[j], categories[j], out);
      break;
    default:
      betaCurves(theta, values, first[j], categories[j], out);
  }
}
