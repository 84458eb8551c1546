/** Cells in groups that are independent of one another, such as all cells of an item. */
export interface Clusters {
  /** The group of each cell. */
  readonly of: Int32Array;
  readonly count: number;
}

/**
 * Degrees of freedom of a mean square of repeats, which the variance of its cells allows: 2 MS²/V, at most the nominal ones and at least 1, where V
 * is its variance over models and items as clusters, V(items) + V(models) − V(cells of both), each of sums of SS − df MS over a cluster with G/(G − 1). Right
 * and wrong answers to easy and hard items differ in p (1 − p), so their mean is less certain than the number of answers says.
 *
 * @param excess SS − df MS of each cell; their sum is 0
 * @see Cameron, Gelbach & Miller (2011), Journal of Business & Economic Statistics 29, 238–249; Satterthwaite (1946), Biometrics Bulletin 2, 110–114
 */
export function clusteredDegrees(
  excess: Float64Array,
  meanSquare: number,
  df: number,
  { first, second, both }: { first: Clusters; second: Clusters | null; both: Clusters | null },
): number {
  const one = squares(excess, first);
  const two = second === null || both === null ? 0 : squares(excess, second);
  const overlap = second === null || both === null ? 0 : squares(excess, both);
  const variance = Math.max(one, two, one + two - overlap) / df ** 2;
  if (!(variance > 0)) return df;
  return Math.max(1, Math.min(df, Math.floor((2 * meanSquare ** 2) / variance)));
}

function squares(excess: Float64Array, { of, count }: Clusters): number {
  const sums = new Float64Array(count);
  for (let k = 0; k < excess.length; k++) sums[of[k]] += excess[k];
  let total = 0;
  for (const sum of sums) total += sum * sum;
  return count > 1 ? (total * count) / (count - 1) : 0;
}
