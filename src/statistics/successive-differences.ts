/**
 * The variance of the mean of a sample that was drawn along a line, one value from each of n equal pieces:
 * Σ (xₖ − xₖ₋₁)² / (2 (n − 1) n). Values are in the order of the line. A trend along the line adds to a simple random sample's variance
 * and hardly to this one. It has the precision of about 2 (n − 1)/3 degrees of freedom. NaN with fewer than two values.
 *
 * @see von Neumann et al. (1941), Annals of Mathematical Statistics 12, 153–162; Wolter (2007), Introduction to Variance Estimation, ch. 8
 */
export function successiveDifferences(values: ArrayLike<number>): number {
  const n = values.length;
  let sum = 0;
  for (let k = 1; k < n; k++) sum += (values[k] - values[k - 1]) ** 2;
  return sum / (2 * (n - 1) * n);
}
