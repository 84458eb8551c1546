import type { NormalPrior } from '../../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';

/** Standard deviations on each side of the mean. */
const REACH = 6;
/** Steps in standard deviations: sums of smooth curves are right to 1e-8 at a quarter, steeper curves need smaller steps. */
const COARSEST = 0.25;
const FINEST = 0.05;

/** Equally spaced abilities and the shares of a normal prior that they stand for, which add up to 1. */
export interface PriorGrid {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** A grid on which averages of products of the items' curves over the prior are accurate: 49 to 241 nodes. */
export function priorGrid(items: ItemParameters, { mean, sd }: NormalPrior): PriorGrid {
  let steepest = 0;
  for (let j = 0; j < items.count; j++) steepest = Math.max(steepest, Math.abs(items.a[j]));
  const step = Math.max(FINEST, Math.min(COARSEST, 1 / (steepest * sd)));
  const half = Math.ceil(REACH / step);
  const at = Float64Array.from({ length: 2 * half + 1 }, (_, q) => (REACH * (q - half)) / half);
  const density = at.map((z) => Math.exp(-0.5 * z * z));
  let sum = 0;
  for (const one of density) sum += one;
  return { nodes: at.map((z) => mean + sd * z), weights: density.map((one) => one / sum) };
}
