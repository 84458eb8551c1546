/**
 * The least value that at least the share `share` of the counted ones do not exceed.
 *
 * @param counts values in ascending order, each with how often it was seen; at least one
 * @param share in (0, 1]
 * @see Hyndman & Fan (1996), American Statistician 50, 361–365, definition 1
 */
export function quantileOfCounts(
  counts: readonly (readonly [value: number, count: number])[],
  share: number,
): number {
  const all = counts.reduce((sum, [, n]) => sum + n, 0);
  let below = 0;
  for (const [value, n] of counts) {
    below += n;
    if (below >= share * all) return value;
  }
  return counts[counts.length - 1][0];
}
