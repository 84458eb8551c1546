/** A rank correlation, and its values with one examinee left out at a time. Null if it is not defined. */
export interface Kendall {
  readonly value: number | null;
  readonly without: readonly (number | null)[];
}

/**
 * Kendall's τ-b: (concordant − discordant) / √(pairs not tied in x · pairs not tied in y). Null with fewer than two
 * values, or where all of x or all of y are tied. The leave-one-out values come from each value's own share of the
 * sums. Time O(n²), memory O(n).
 *
 * @see Kendall (1945), Biometrika 33, 239–251
 */
export function kendall(x: ArrayLike<number>, y: ArrayLike<number>): Kendall {
  const n = x.length;
  const concordance = new Float64Array(n);
  const untiedX = new Float64Array(n);
  const untiedY = new Float64Array(n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      const dx = Math.sign(x[i] - x[j]);
      const dy = Math.sign(y[i] - y[j]);
      concordance[i] += dx * dy;
      concordance[j] += dx * dy;
      untiedX[i] += dx * dx;
      untiedX[j] += dx * dx;
      untiedY[i] += dy * dy;
      untiedY[j] += dy * dy;
    }
  const half = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / 2;
  const [c, tx, ty] = [half(concordance), half(untiedX), half(untiedY)];
  const tau = (c: number, tx: number, ty: number) =>
    tx > 0 && ty > 0 ? c / Math.sqrt(tx * ty) : null;
  return {
    value: tau(c, tx, ty),
    without: Array.from({ length: n }, (_, i) =>
      tau(c - concordance[i], tx - untiedX[i], ty - untiedY[i]),
    ),
  };
}
