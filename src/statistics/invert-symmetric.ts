/** Pivots below this share of the greatest diagonal entry count as 0. */
const SINGULAR = 1e-10;

/** The inverse of a symmetric positive semidefinite matrix, as far as there is one. */
export interface SymmetricInverse {
  /** n × n; rows and columns of dependent unknowns are 0. */
  readonly inverse: Float64Array;
  /** One entry per unknown: 1 if it is a linear combination of earlier ones, and is set to 0. */
  readonly isDependent: Uint8Array;
}

/**
 * A generalised inverse of a symmetric positive semidefinite n × n matrix, by sweeps (Gauss–Jordan) in the order of the unknowns.
 * @param matrix by rows; not changed
 * @see Goodnight (1979), American Statistician 33, 149–158
 */
export function invertSymmetric(matrix: ArrayLike<number>, n: number): SymmetricInverse {
  const a = Float64Array.from(matrix);
  const isDependent = new Uint8Array(n);
  let greatest = 0;
  for (let k = 0; k < n; k++) greatest = Math.max(greatest, a[k * n + k]);
  for (let k = 0; k < n; k++) {
    const pivot = a[k * n + k];
    if (!(pivot > SINGULAR * greatest)) {
      isDependent[k] = 1;
      for (let j = 0; j < n; j++) a[k * n + j] = a[j * n + k] = 0;
      continue;
    }
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = a[i * n + k] / pivot;
      if (factor === 0) continue;
      for (let j = 0; j < n; j++) if (j !== k) a[i * n + j] -= factor * a[k * n + j];
      a[i * n + k] = -factor;
    }
    for (let j = 0; j < n; j++) if (j !== k) a[k * n + j] /= pivot;
    a[k * n + k] = 1 / pivot;
  }
  // Both halves differ by rounding.
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a[i * n + j] = a[j * n + i];
  return { inverse: a, isDependent };
}
