/**
 * Half the width of a confidence sequence for the mean of independent replications: with probability 1 − α the mean lies within it
 * after every number of replications at once, so that one may look after each and stop when one likes. (A common interval, looked at
 * again and again, misses far more often than it says.)
 *
 * It inverts the Bayes factor of μ/σ ~ N(0, g) against μ = 0, with the right Haar prior of σ. With ν = n − 1 and T Student's
 *
 *     (1 + n g)^(−1/2) · [(1 + T²/ν) / (1 + T²/(ν (1 + n g)))]^(n/2) < 1/α.
 *
 * By symmetry it errs to either side with probability α/2. Exact for normal replications of unknown variance; of others, which here are
 * means over the examinees of a replication, as good as the central limit theorem.
 *
 * @param n number of replications
 * @param variance of one replication, with n − 1
 * @param prior variance g of μ/σ that is allowed for beforehand: narrowest where n is about 10/g, wide below 1/g
 * @returns Infinity where n is too small for any statement
 * @see Lai (1976), On confidence sequences, Annals of Statistics 4, 265–280; Wang & Ramdas (2023), Anytime-valid t-tests and confidence
 * sequences for Gaussian means with unknown variance, arXiv 2310.03722
 */
export function halfWidth(n: number, variance: number, alpha: number, prior: number): number {
  if (n < 2) return Number.POSITIVE_INFINITY;
  const wider = 1 + n * prior;
  const most = Math.exp((2 / n) * (0.5 * Math.log(wider) - Math.log(alpha)));
  if (most >= wider) return Number.POSITIVE_INFINITY;
  // T² / (n − 1) at the border.
  const x = (most - 1) / (1 - most / wider);
  return Math.sqrt((x * (n - 1) * variance) / n);
}
