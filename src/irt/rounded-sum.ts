/** Of a score of single precision, at least this many decimals are right. */
const DECIMALS = 7;

/**
 * A sum of scores without the digits that single precision does not have: 19, not 18.99999981. The rounding is coarser than the errors of all `count`
 * scores together, so sums that differ by these alone come out equal; whole sums stay.
 */
export function roundedSum(sum: number, count: number): number {
  if (Number.isInteger(sum)) return sum;
  const decimals = Math.max(0, DECIMALS - Math.ceil(Math.log10(Math.max(1, count))));
  return Number(sum.toFixed(decimals));
}
