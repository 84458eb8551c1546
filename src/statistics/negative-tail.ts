import { studentTail } from './student-tail.ts';

/**
 * P(R ≤ r) of a correlation of n independent pairs whose true one is 0: Student's t, r √((n − 2)/(1 − r²)), with n − 2 degrees of freedom. A good
 * approximation for correlations of ranks.
 *
 * @param r in [−1, 1] @returns 1 with fewer than three pairs
 * @see Kendall & Stuart (1973), The Advanced Theory of Statistics 2, 31.19
 */
export function negativeTail(r: number, n: number): number {
  return n < 3 ? 1 : studentTail(-r * Math.sqrt((n - 2) / (1 - r * r)), n - 2);
}
