import { logGamma } from './log-gamma.ts';

/**
 * Exact bounds of the number K of successes in a finite population of N, from x successes among n that were drawn at random without
 * replacement: the least and the greatest K that a test of level `level`/2 on each side does not reject,
 *
 *     P(X ≥ x | K) > level/2  and  P(X ≤ x | K) > level/2,   P(X = k | K) = C(K, k) C(N − K, n − k) / C(N, n)
 *
 * so each bound is missed with a probability of at most `level`/2 for every K. Both are x if n = N, and 0 and N if n = 0. Time O(n log N).
 *
 * @param x in 0 … n, n in 0 … N, all whole
 * @param level such as 0.05 for bounds of 95%
 * @see Konijn (1973), Statistical Theory of Sample Survey Design and Analysis, ch. 2; Buonaccorsi (1987), The American Statistician 41, 215–218
 */
export function hypergeometricInterval(
  x: number,
  n: number,
  N: number,
  level: number,
): { readonly low: number; readonly high: number } {
  const low = leastK(x, n, N, level / 2);
  // Failures are successes of the other kind.
  return { low, high: N - leastK(n - x, n, N, level / 2) };
}

/** The least K with P(X ≥ x | K) > alpha; the probability grows with K. */
function leastK(x: number, n: number, N: number, alpha: number): number {
  let [from, to] = [x, N - (n - x)];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (upperTail(x, n, N, middle) > alpha) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** P(X ≥ x). */
function upperTail(x: number, n: number, N: number, K: number): number {
  let sum = 0;
  const all = logChoose(N, n);
  for (let k = Math.max(x, n - (N - K)); k <= Math.min(n, K); k++)
    sum += Math.exp(logChoose(K, k) + logChoose(N - K, n - k) - all);
  return sum;
}

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}
