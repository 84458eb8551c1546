/**
 * The quantile `part`/`of`: interpolated in a straight line between the neighbours of position (n − 1) · part/of, the first value
 * being at 0.
 *
 * @param sorted ascending, at least one
 * @param part from 0 to `of`
 * @see Hyndman & Fan (1996), American Statistician 50, 361–365, definition 7
 */
export function quantile(sorted: ArrayLike<number>, part: number, of = 1): number {
  const last = sorted.length - 1;
  const at = (part * last) / of;
  const below = Math.floor(at);
  const above = Math.min(below + 1, last);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}
