import { findRoot } from '../../../src/irt/estimate/find-root.ts';
import { noncentralChiSquareTail } from '../../../src/statistics/noncentral-chi-square-tail.ts';
import { NORMAL_90 } from '../../../src/statistics/normal-points.ts';

/** Tails of a 90% interval. */
const TAIL = 0.05;
const TOLERANCE = 1e-6;
/** Of larger values, sums over the Poisson variable take long; their distribution is normal to four digits. */
const LARGE = 1e5;

/**
 * The root mean square error of approximation √(max(0, X² − df) / (df (N − 1))), and its 90% interval √(λ / (df N)): the
 * non-centralities λ under which a value of at least X² has a probability of 5% and of 95%.
 *
 * @param chiSquare X², 0 or more
 * @param df 1 or more
 * @param n examinees, 2 or more
 * @see Browne & Cudeck (1993), in Bollen & Long, Testing Structural Equation Models, 136–162; Maydeu-Olivares & Joe (2014),
 *   Multivariate Behavioral Research 49, 305–328, for M2
 */
export function rmsea(
  chiSquare: number,
  df: number,
  n: number,
): { readonly rmsea: number; readonly interval: readonly [low: number, high: number] } {
  const bound = (tail: number) => Math.sqrt(noncentrality(chiSquare, df, tail) / (df * n));
  return {
    rmsea: Math.sqrt(Math.max(0, chiSquare - df) / (df * (n - 1))),
    interval: [bound(TAIL), bound(1 - TAIL)],
  };
}

/** λ ≥ 0 under which a value of at least `x` has the probability `tail`; 0 if it has more without any. */
function noncentrality(x: number, df: number, tail: number): number {
  if (x > LARGE) return normalNoncentrality(x - df, df, tail < 0.5 ? -NORMAL_90 : NORMAL_90);
  const above = (lambda: number) => noncentralChiSquareTail(x, df, lambda) - tail;
  const atZero = above(0);
  if (atZero >= 0) return 0;
  let high = Math.max(1, x - df);
  while (above(high) < 0) high *= 2;
  return findRoot(above, 0, high, atZero, above(high), TOLERANCE);
}

/** λ of a normal distribution of mean df + λ and variance 2(df + 2λ): λ − excess = z √(2(df + 2λ)). */
function normalNoncentrality(excess: number, df: number, z: number): number {
  const middle = excess + 2 * z * z;
  const root = Math.sqrt(Math.max(0, middle * middle - excess * excess + 2 * z * z * df));
  return Math.max(0, z < 0 ? middle - root : middle + root);
}
