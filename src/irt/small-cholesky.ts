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
  factor(h, size);
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
  factor(root, size);
  const inverse = new Float64Array(size * size);
  const x = new Float64Array(size);
  for (let column = 0; column < size; column++) {
    for (let r = 0; r < size; r++) {
      let sum = r === column ? 1 : 0;
      for (let s = 0; s < r; s++) sum -= root[size * r + s] * x[s];
      x[r] = sum / root[(size + 1) * r];
    }
    for (let r = size - 1; r >= 0; r--) {
      let sum = x[r];
      for (let s = r + 1; s < size; s++) sum -= root[size * s + r] * x[s];
      x[r] = sum / root[(size + 1) * r];
      inverse[size * r + column] = x[r];
    }
  }
  return inverse;
}

function factor(h: Float64Array, size: number): void {
  for (let r = 0; r < size; r++)
    for (let s = 0; s <= r; s++) {
      let sum = h[size * r + s];
      for (let t = 0; t < s; t++) sum -= h[size * r + t] * h[size * s + t];
      // A pivot lost to rounding: the direction is not known at all.
      h[size * r + s] = r === s ? Math.sqrt(Math.max(sum, 1e-12)) : sum / h[(size + 1) * s];
    }
}
