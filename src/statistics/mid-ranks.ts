/** Ranks from 1, of the smallest value; equal values share the mean of their ranks. */
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
