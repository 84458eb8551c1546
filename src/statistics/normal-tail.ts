/** Terms of the continued fraction at most, and times z: from 2 standard deviations on they give all digits. */
const TERMS = 100;
const TERMS_BY_Z = 240;
const SERIES_BELOW = 2;

/**
 * P(Z > z) of a standard normal Z, to a relative error of 1e-13 in the upper tail: Taylor series of the density's integral
 * near 0, Laplace's continued fraction beyond.
 *
 * @see Abramowitz & Stegun (1964), 26.2.10 and 26.2.14
 */
export function normalTail(z: number): number {
  if (Number.isNaN(z)) return Number.NaN;
  if (z < 0) return 1 - normalTail(-z);
  if (z === Number.POSITIVE_INFINITY) return 0;
  const density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
  if (z < SERIES_BELOW) {
    let term = z;
    let sum = z;
    for (let k = 1; term > 1e-18 * sum; k++) {
      term *= (z * z) / (2 * k + 1);
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let k = Math.min(TERMS, Math.ceil(TERMS_BY_Z / z)); k > 0; k--) fraction = z + k / fraction;
  return density / fraction;
}
