/**
 * Solves H x = g for a small symmetric positive definite H, of which only the lower triangle is read; H is overwritten by
 * its Cholesky factor. No allocation.
 */
export function solvePositive(
  h: Float64Array,
  g: Float64Array,
  size: number,
  x: Float64Array,
): void {
  factorPositive(h, size);
  solveFactored(h, g, size, x);
}

/** Solves L L' x = g, L a factor that `factorPositive` made. */
export function solveFactored(
  h: Float64Array,
  g: Float64Array,
  size: number,
  x: Float64Array,
): void {
  for (let r = 0; r < size; r++) {
    let sum = g[r];
    for (let s = 0; s < r; s++) sum -= h[size * r + s] * x[s];
    x[r] = sum / h[(size + 1) * r];
  }
  for (let r = size - 1; r >= 0; r--) {
    let sum = x[r];
    for (let s = r + 1; s < size; s++) sum -= h[size * s + r] * x[s];
    x[r] = sum / h[(size + 1) * r];
  }
}

/** The inverse of a small symmetric positive definite matrix, of which only the lower triangle is read. */
export function invertPositive(h: Float64Array, size: number): Float64Array {
  const root = h.slice(0, size * size);
  factorPositive(root, size);
  invertTriangle(root, size);
  // H⁻¹ = R'R, R the inverse of the root: a sum over its rows.
  const inverse = new Float64Array(size * size);
  for (let t = 0; t < size; t++)
    for (let r = 0; r <= t; r++) {
      const along = root[size * t + r];
      for (let s = 0; s <= r; s++) inverse[size * r + s] += along * root[size * t + s];
    }
  for (let r = 0; r < size; r++)
    for (let s = 0; s < r; s++) inverse[size * s + r] = inverse[size * r + s];
  return inverse;
}

/** Overwrites a lower triangular matrix with its inverse, row by row. */
export function invertTriangle(root: Float64Array, size: number): void {
  for (let r = 0; r < size; r++) {
    const row = size * r;
    const pivot = 1 / root[row + r];
    for (let s = 0; s < r; s++) {
      let sum = 0;
      for (let t = s; t < r; t++) sum += root[row + t] * root[size * t + s];
      root[row + s] = -sum * pivot;
    }
    root[row + r] = pivot;
  }
}

/** Overwrites the lower triangle of a positive definite matrix with its Cholesky factor. */
export function factorPositive(h: Float64Array, size: number): void {
  for (let r = 0; r < size; r++)
    for (let s = 0; s <= r; s++) {
      let sum = h[size * r + s];
      for (let t = 0; t < s; t++) sum -= h[size * r + t] * h[size * s + t];
      // A pivot lost to rounding: nothing is known about this direction.
      h[size * r + s] = r === s ? Math.sqrt(Math.max(sum, 1e-12)) : sum / h[(size + 1) * s];
    }
}
