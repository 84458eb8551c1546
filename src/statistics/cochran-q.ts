import { chiSquareTail } from './chi-square-tail.ts';
import { invertSymmetric } from './invert-symmetric.ts';

/** The values of one block and the treatment of each, a number from 0. A block can lack a treatment or have it more than once. */
export interface Block {
  readonly treatments: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface CochranQ {
  readonly q: number;
  readonly df: number;
  /** 1 if no block has different values under different treatments. */
  readonly p: number;
}

/** Below, the variance of a block of values between 0 and 1 is rounding. */
const ROUNDING = 1e-12;

/**
 * Cochran's Q, for any values from 0 to 1 and for unequal blocks: whether treatments differ by more than chance, which puts the values of each
 * block in any order. T_r is the sum over blocks of what the values of treatment r are above their block's mean. Over these orders
 *
 *     E T = 0,   cov(T_r, T_s) = Σ_b s_b² (n_br [r = s] − n_br n_bs/n_b)   with s_b² = Σ (x − x̄_b)²/(n_b − 1),
 *
 * and Q = Tᵀ V⁻ T has about a χ² distribution with the rank of V as degrees of freedom. Of right and wrong answers in full blocks it is
 * Cochran's Q, with two treatments McNemar's χ²; of ranks it is Friedman's test.
 *
 * @param treatments their number
 * @see Cochran (1950), Biometrika 37, 256–266; for blocks that lack treatments, Prentice (1979), Biometrika 66, 167–170
 */
export function cochranQ(blocks: Iterable<Block>, treatments: number): CochranQ {
  const total = new Float64Array(treatments);
  const covariance = new Float64Array(treatments * treatments);
  for (const block of blocks) addBlock(block, total, covariance);
  const { inverse, isDependent } = invertSymmetric(covariance, treatments);
  const df = treatments - isDependent.reduce((sum, one) => sum + one, 0);
  let q = 0;
  for (let r = 0; r < treatments; r++)
    for (let s = 0; s < treatments; s++) q += total[r] * inverse[r * treatments + s] * total[s];
  return { q, df, p: df === 0 ? 1 : chiSquareTail(q, df) };
}

function addBlock(
  { treatments, values }: Block,
  total: Float64Array,
  covariance: Float64Array,
): void {
  const n = values.length;
  let [sum, squares] = [0, 0];
  for (let k = 0; k < n; k++) sum += values[k];
  for (let k = 0; k < n; k++) squares += (values[k] - sum / n) ** 2;
  if (n < 2 || squares < ROUNDING) return;
  const variance = squares / (n - 1);
  for (let k = 0; k < n; k++) {
    const row = treatments[k] * total.length;
    total[treatments[k]] += values[k] - sum / n;
    covariance[row + treatments[k]] += variance;
    for (let j = 0; j < n; j++) covariance[row + treatments[j]] -= variance / n;
  }
}
