/**
 * Integers proportional to `sizes` that add up to `total`: each gets the whole part of its share, and those with the
 * largest remainders one more (Hamilton's method; of equal remainders the earlier one first).
 *
 * @param sizes numbers ≥ 0 with a sum above 0
 * @param total an integer ≥ 0
 */
export function largestRemainder(sizes: readonly number[], total: number): number[] {
  const sum = sizes.reduce((s, size) => s + size, 0);
  const shares = sizes.map((size) => (size * total) / sum);
  const whole = shares.map(Math.floor);
  const left = total - whole.reduce((s, share) => s + share, 0);
  const order = [...sizes.keys()].sort((i, j) => shares[j] - whole[j] - (shares[i] - whole[i]));
  for (const i of order.slice(0, left)) whole[i]++;
  return whole;
}
