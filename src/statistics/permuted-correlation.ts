import { moments } from './moments.ts';

/** Below this, the third moment changes no digit that counts. */
const SYMMETRIC = 1e-6;

export interface PermutedCorrelation {
  readonly r: number;
  readonly deviate: number;
  /** Of r among the permutations. Beyond ±1 the gamma distribution does not approximate the tail of discrete values. */
  readonly skewness: number;
}

/**
 * Pearson's correlation r, and the normal deviate with its probability among all permutations of one of the two: their first three moments are exact,
 *
 *     E r = 0,   var r = 1/(n − 1),   skewness γ = g_x g_y √(n − 1)/(n − 2)   with g = Σ ((x − x̄)/s)³/n,
 *
 * and a gamma distribution with these moments approximates it, whose normal deviate is that of its cube root: 6/γ ((1 + γz/2)^⅓ − 1) + γ/6 of z = r √(n − 1).
 *
 * @param x of the length of y
 * @returns null with fewer than three pairs, or where all of x or all of y are equal
 * @see Pitman (1937), Supplement to the Journal of the Royal Statistical Society 4, 225–232, for the moments; Wilson & Hilferty (1931), PNAS 17, 684–688
 */
export function permutedCorrelation(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): PermutedCorrelation | null {
  const n = x.length;
  const [ofX, ofY] = [moments(x), moments(y)];
  if (n < 3 || !(ofX.sd > 0 && ofY.sd > 0)) return null;
  let [r, thirdX, thirdY] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const u = (x[i] - ofX.mean) / ofX.sd;
    const v = (y[i] - ofY.mean) / ofY.sd;
    r += (u * v) / n;
    thirdX += u ** 3 / n;
    thirdY += v ** 3 / n;
  }
  const z = r * Math.sqrt(n - 1);
  const skewness = (thirdX * thirdY * Math.sqrt(n - 1)) / (n - 2);
  return { r, skewness, deviate: Math.abs(skewness) < SYMMETRIC ? z : ofGamma(z, skewness) };
}

/** The normal deviate of a gamma variable of mean 0, variance 1 and this skewness; infinite beyond its end. */
function ofGamma(z: number, skewness: number): number {
  const ratio = 1 + (skewness * z) / 2;
  if (ratio <= 0) return skewness > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return (6 / skewness) * (Math.cbrt(ratio) - 1) + skewness / 6;
}
