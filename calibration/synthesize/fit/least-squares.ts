/** A column that the ones before it explain up to this share of its square says nothing of its own. */
const COLLINEAR = 1e-8;

/**
 * Weighted least squares by Gram–Schmidt: the coefficients of y on the columns: 0 for a column that is 0 throughout, NaN for one that
 * those before it make up, and which is left out. @see Björck (1967), BIT 7, 1–21, for the modified form that is used
 */
export function leastSquares(
  columns: readonly Float64Array[],
  y: Float64Array,
  weights: Float64Array,
): Float64Array {
  const dot = (u: Float64Array, v: Float64Array) =>
    u.reduce((sum, value, k) => sum + weights[k] * value * v[k], 0);
  const basis: { q: Float64Array; square: number }[] = [];
  /** Row m: what column m has of each basis vector before it. */
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
