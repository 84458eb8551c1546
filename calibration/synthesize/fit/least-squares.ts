/** A column is redundant if earlier ones explain all but this share of its square. */
const COLLINEAR = 1e-8;

/**
 * Weighted least squares by Gram–Schmidt: the coefficients of y on the columns. 0 for a column of zeros; NaN for a redundant
 * column, which is left out. @see Björck (1967), BIT 7, 1–21, for the modified form that is used
 */
export function leastSquares(
  columns: readonly Float64Array[],
  y: Float64Array,
  weights: Float64Array,
): Float64Array {
  const dot = (u: Float64Array, v: Float64Array) =>
    u.reduce((sum, value, k) => sum + weights[k] * value * v[k], 0);
  const basis: { q: Float64Array; square: number }[] = [];
  /** Row m: the components of column m along the basis vectors before it. */
  const parts: number[][] = [];
  const along: number[] = [];
  const rest = y.slice();
  for (const column of columns) {
    const q = column.slice();
    const before = dot(column, column);
    parts.push(
      basis.map(({ q: other, square }) => {
        if (square === 0) return 0;
        const part = dot(q, other) / square;
        for (let k = 0; k < q.length; k++) q[k] -= part * other[k];
        return part;
      }),
    );
    const left = dot(q, q);
    const square = left > COLLINEAR * before ? left : 0;
    basis.push({ q, square });
    const share = square === 0 ? 0 : dot(rest, q) / square;
    for (let k = 0; k < rest.length; k++) rest[k] -= share * q[k];
    along.push(share);
  }
  const coefficients = new Float64Array(columns.length);
  for (let m = columns.length - 1; m >= 0; m--) {
    if (basis[m].square === 0) continue;
    let value = along[m];
    for (let n = m + 1; n < columns.length; n++) value -= parts[n][m] * coefficients[n];
    coefficients[m] = value;
  }
  columns.forEach((column, m) => {
    if (basis[m].square === 0 && dot(column, column) > 0) coefficients[m] = Number.NaN;
  });
  return coefficients;
}
