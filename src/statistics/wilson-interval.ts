/**
 * Wilson's interval of a probability from a share of n independent trials, in [0, 1]: it neither leaves the range nor collapses where all
 * or none succeeded.
 *
 * @param z half-width in standard errors of the normal distribution
 * @see Wilson (1927), JASA 22, 209–212
 */
export function wilsonInterval(
  share: number,
  n: number,
  z: number,
): { readonly low: number; readonly high: number } {
  const z2 = z ** 2 / n;
  const centre = (share + z2 / 2) / (1 + z2);
  const half = (z * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n))) / (1 + z2);
  // Of none or all right one end is the share itself, but for rounding.
  return {
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
  };
}
