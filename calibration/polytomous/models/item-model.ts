import type { CategoryCurves } from '../../../src/irt/polytomous/curves/category-curves.ts';
import type { MixedItem } from '../../../src/irt/polytomous/mixed-items.ts';

/** The shares of an item's categories, from which it starts. */
export interface StartingShares {
  /** Share of each category among the answers, above 0, with sum 1. */
  readonly shares: readonly number[];
  /** Mean standardised score on the other items of those who answered with the category. */
  readonly standings: readonly number[];
  /** Factor of the first slopes. */
  readonly slope: number;
}

/**
 * How the parameters of one response model are estimated: its coordinates x, and the derivatives of the log-probabilities with respect to
 * them. Packed values are those of MixedItems.
 */
export interface ItemModel {
  /** Number of coordinates with K categories. */
  size(categories: number): number;
  /** True if x is a point of the model. */
  isPoint(x: Float64Array, categories: number): boolean;
  /** Writes the packed values of x into `values` from `at` on. */
  pack(x: Float64Array, categories: number, values: Float64Array, at: number): void;
  /**
   * Writes ∂ log P_k/∂x_m at `theta` into `gradient[k × size + m]`; `curves` are those of the packed values from `at` on, at `theta`.
   */
  gradient(
    theta: number,
    values: Float64Array,
    at: number,
    categories: number,
    curves: CategoryCurves,
    gradient: Float64Array,
  ): void;
  /** Where to begin. */
  start(shares: StartingShares, categories: number): number[];
  /** True if slopes and intercepts of all categories have priors (nominal model); else coordinate 0 is the only slope, and has one. */
  readonly isCentred: boolean;
  /** Moves an extrapolated x to within the bounds of the model, in place. */
  clamp(x: Float64Array, categories: number): void;
  /** The parameters as users read them. */
  item(x: ArrayLike<number>, categories: number): MixedItem;
}
