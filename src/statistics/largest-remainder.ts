/** Shares such as 1/14 are exact to rounding only: remainders this close are equal. */
const ROUNDING = 1e-9;

/**
 * Divides `total` into whole numbers in proportion to `shares`: ⌊share · total⌋ each, and the rest one by one to the
 * largest remainder (the first among equals), none above its `most`.
 *
 * @param shares adding up to 1
 * @param most one per share; null if there is no limit
 * @returns numbers that add up to `total`, or to all of `most` where that is less
 * @see Hamilton's method of apportionment; Balinski & Young (1982), Fair Representation
 */
export function largestRemainder(
  shares: ArrayLike<number>,
  total: number,
  most: ArrayLike<number> | null = null,
): Int32Array {
  const limit = (h: number) => most?.[h] ?? Number.POSITIVE_INFINITY;
  const counts = Int32Array.from(shares, (share, h) =>
    Math.min(Math.floor(share * total + ROUNDING), limit(h)),
  );
  let left = total - counts.reduce((sum, n) => sum + n, 0);
  for (; left > 0; left--) {
    let best = -1;
    let largest = Number.NEGATIVE_INFINITY;
    for (let h = 0; h < counts.length; h++) {
      const remainder = shares[h] * total - counts[h];
      if (counts[h] < limit(h) && remainder > largest + ROUNDING) {
        best = h;
        largest = remainder;
      }
    }
    if (best < 0) break;
    counts[best]++;
  }
  return counts;
}
