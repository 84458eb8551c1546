/**
 * Spearman's ρ: Pearson's correlation of the mid-ranks. Null with fewer than two values, or where all of x or all of y
 * are tied.
 * @see Spearman (1904), American Journal of Psychology 15, 72–101
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const n = x.length;
  const rx = midRanks(x);
  const ry = midRanks(y);
  const mean = (n + 1) / 2;
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    xy += (rx[i] - mean) * (ry[i] - mean);
    xx += (rx[i] - mean) ** 2;
    yy += (ry[i] - mean) ** 2;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : null;
}

/** Ranks from 1; equal values share the mean of their ranks. */
export function midRanks(values: ArrayLike<number>): Float64Array {
  const n = values.length;
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => values[i] - values[j]);
  const ranks = new Float64Array(n);
  for (let from = 0; from < n; ) {
    let to = from;
    while (to + 1 < n && values[order[to + 1]] === values[order[from]]) to++;
    for (let k = from; k <= to; k++) ranks[order[k]] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return ranks;
}
