import { normalTail } from './normal-tail.ts';

/**
 * P(X > x) of a χ² variable X: the finite sums of its upper tail for whole degrees of freedom, to about 1e-12.
 *
 * @param x 0 or more
 * @param df degrees of freedom, 1 or more
 * @see Abramowitz & Stegun (1964), 26.4.4 and 26.4.5
 */
export function chiSquareTail(x: number, df: number): number {
  if (Number.isNaN(x) || !(df >= 1)) return Number.NaN;
  if (x <= 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const isOdd = df % 2 === 1;
  const root = Math.sqrt(x);
  let tail = isOdd ? 2 * normalTail(root) : Math.exp(-x / 2);
  let term = isOdd ? Math.sqrt(2 / Math.PI) * Math.exp(-x / 2) * root : Math.exp(-x / 2) * (x / 2);
  for (let k = isOdd ? 3 : 4; k <= df; k += 2) {
    tail += term;
    term *= x / k;
  }
  return Math.min(1, tail);
}
