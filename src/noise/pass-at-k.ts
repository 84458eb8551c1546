/**
 * The unbiased estimate of the probability that at least one of k answers passes, of n answers of which c pass:
 * 1 − C(n − c, k) / C(n, k), as a product, which neither overflows nor cancels.
 *
 * @param n at least k
 * @see Chen et al. (2021), Evaluating large language models trained on code, arXiv:2107.03374, section 2.1
 */
export function passAtK(n: number, c: number, k: number): number {
  return 1 - allOf(n, n - c, k);
}

/**
 * The unbiased estimate of the probability that all of k answers pass: C(c, k) / C(n, k).
 *
 * @see Yao et al. (2024), τ-bench, arXiv:2406.12045, section 3
 */
export function passAllK(n: number, c: number, k: number): number {
  return allOf(n, c, k);
}

/** C(m, k) / C(n, k): the probability that k of n, drawn without replacement, are all among m. */
function allOf(n: number, m: number, k: number): number {
  if (m < k) return 0;
  let share = 1;
  for (let j = 0; j < k; j++) share *= (m - j) / (n - j);
  return share;
}
