import { logLogistic } from '../../log-logistic.ts';
import { logistic } from '../../logistic.ts';
import type { CategoryCurves } from './category-curves.ts';

/**
 * The graded response model at one ability. With z_k = aθ + d_k, z_0 = ∞ and z_K = −∞:
 * log P_k = log[σ(z_k) − σ(z_{k+1})] = log σ(z_k) + log σ(−z_{k+1}) + log(1 − e^{−(d_k − d_{k+1})}),
 * (log P_k)′ = a(σ(−z_k) − σ(z_{k+1})), (log P_k)″ = −a²(σ(z_k)σ(−z_k) + σ(z_{k+1})σ(−z_{k+1})).
 * The last term of log P_k does not depend on θ, so no difference of nearly equal numbers arises.
 *
 * @param values a, d_1 … d_{K−1}, the intercepts falling, from position `at`
 * @see Samejima (1969), Psychometrika Monograph 17
 */
export function gradedCurves(
  theta: number,
  values: Float64Array,
  at: number,
  categories: number,
  out: CategoryCurves,
): void {
  const a = values[at];
  // Of z_k: log σ(z), σ(−z) and σ(z)σ(−z); 0 at z = ∞.
  let logReached = 0;
  let missed = 0;
  let spread = 0;
  for (let k = 0; k < categories; k++) {
    const isLast = k === categories - 1;
    const z = isLast ? Number.NEGATIVE_INFINITY : a * theta + values[at + k + 1];
    const above = isLast ? 0 : logistic(z);
    const below = isLast ? 1 : logistic(-z);
    const gap = k === 0 || isLast ? 0 : Math.log(-Math.expm1(values[at + k + 1] - values[at + k]));
    out.logP[k] = logReached + (isLast ? 0 : logLogistic(-z)) + gap;
    out.slope[k] = a * (missed - above);
    out.bend[k] = -a * a * (spread + above * below);
    logReached = isLast ? 0 : logLogistic(z);
    missed = below;
    spread = above * below;
  }
}
