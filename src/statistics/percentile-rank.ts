/**
 * The percentile rank of a value: the percentage of `values` below it, where equal ones count half,
 * 100 (below + equal / 2) / n, in [0, 100].
 * @param values at least one, in any order
 * @see Crocker and Algina (1986), Introduction to Classical and Modern Test Theory, ch. 19
 */
export function percentileRank(values: readonly number[], value: number): number {
  let below = 0;
  let equal = 0;
  for (const one of values) {
    if (one < value) below++;
    else if (one === value) equal++;
  }
  return (100 * (below + equal / 2)) / values.length;
}
