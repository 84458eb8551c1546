/**
 * Tango's score statistic of a difference δ = p_B − p_A of two paired proportions, about standard normal under δ:
 *
 *     (c − b − nδ) / √(n (2q̃ + δ − δ²)) ,  q̃ = (√(B² − 4AC) − B) / 2A ,
 *     A = 2n ,  B = −b − c + (2n + b − c)δ ,  C = −bδ(1 − δ) .
 *
 * q̃ is the most likely probability under δ that only A is right, so the variance is the one under δ, not that of the estimate, which is
 * 0 where no pair differs. Falls with δ. Of a sample with unequal weights `n` is the number of pairs with the same variance, and b and
 * c need not be whole.
 *
 * @param onlyA pairs of which only A is right, b ≥ 0
 * @param onlyB pairs of which only B is right, c ≥ 0, with b + c ≤ n
 * @param n above 0
 * @param delta in (−1, 1)
 * @see Tango (1998), Equivalence test and confidence interval for the difference in proportions for the paired-sample design,
 * Statistics in Medicine 17, 891–908
 */
export function pairedScoreStatistic(
  onlyA: number,
  onlyB: number,
  n: number,
  delta: number,
): number {
  const linear = -onlyA - onlyB + (2 * n + onlyA - onlyB) * delta;
  const constant = -onlyA * delta * (1 - delta);
  const root = Math.sqrt(Math.max(0, linear * linear - 8 * n * constant));
  const q = Math.max(0, -delta, (root - linear) / (4 * n));
  const variance = n * (2 * q + delta - delta * delta);
  const distance = onlyB - onlyA - n * delta;
  if (distance === 0) return 0;
  return distance / Math.sqrt(Math.max(variance, Number.MIN_VALUE));
}
