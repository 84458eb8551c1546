import { normalQuantile } from '../../src/statistics/normal-quantile.ts';
import { normalTail } from '../../src/statistics/normal-tail.ts';

/**
 * Whether a model is right on an item that it gets right with probability `p`, given the `effect` of the item that all models
 * share.
 *
 * Right is u < Φ(√(1 + s²) Φ⁻¹(p) − s z), with u uniform and of this model alone, z = `effect` standard normal and of the item,
 * s² = `common`. So the share of right answers over items with the same p is p for any s². Two models are right together like
 * two normal numbers with correlation s² / (1 + s²) below their limits (a Gaussian copula). With s² = 0 it is u < p: given
 * their abilities, models are right independently of one another.
 */
export function isRight(u: number, p: number, effect: number, common: number): boolean {
  if (common === 0 || p <= 0 || p >= 1) return u < p;
  const limit = p <= 0.5 ? -normalQuantile(p) : normalQuantile(1 - p);
  const shifted = Math.sqrt(1 + common) * limit - Math.sqrt(common) * effect;
  return u < normalTail(-shifted);
}
