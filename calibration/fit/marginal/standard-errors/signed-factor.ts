/**
 * Overwrites the lower triangle of a symmetric matrix A with L where A = L S Lᵀ, S a diagonal of signs. Without pivoting:
 * leading minors must not vanish.
 * @param matrix size × size
 * @param signs filled with 1 and −1
 * @returns false if a leading minor vanishes to rounding, or is not a number
 */
export function signedFactor(matrix: Float64Array, size: number, signs: Float64Array): boolean {
  for (let r = 0; r < size; r++)
    for (let s = 0; s <= r; s++) {
      let sum = matrix[r * size + s];
      const before = sum;
      for (let t = 0; t < s; t++) sum -= signs[t] * matrix[r * size + t] * matrix[s * size + t];
      if (r > s) matrix[r * size + s] = sum / (signs[s] * matrix[s * size + s]);
      else {
        if (!(Math.abs(sum) > ROUNDING * Math.abs(before))) return false;
        signs[r] = Math.sign(sum);
        matrix[r * size + r] = Math.sqrt(Math.abs(sum));
      }
    }
  return true;
}

/** A pivot below this share of the original diagonal entry is rounding. */
const ROUNDING = 1e-12;
