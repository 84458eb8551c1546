import { normalTail } from './normal-tail.ts';

/** Beyond, exp(−x/2) is near the smallest number there is, or below. */
const SMALL_BEYOND = 1400;
/** What is taken out of the exponent at a time, where sums become large. */
const PART = 200;

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
  if (x > SMALL_BEYOND) return farTail(x, df);
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

/**
 * The same sums, exp(−x/2) multiplied in by parts. For odd degrees of freedom the normal tail is left out: a sum that does not
 * vanish is larger by more than all digits.
 */
function farTail(x: number, df: number): number {
  const isOdd = df % 2 === 1;
  let exponent = x / 2;
  let tail = isOdd ? 0 : 1;
  let term = isOdd ? Math.sqrt((2 * x) / Math.PI) : x / 2;
  for (let k = isOdd ? 3 : 4; k <= df; k += 2) {
    tail += term;
    term *= x / k;
    if (tail < Math.exp(PART)) continue;
    const part = Math.min(PART, exponent);
    exponent -= part;
    tail *= Math.exp(-part);
    term *= Math.exp(-part);
  }
  return Math.min(1, tail * Math.exp(-exponent));
}
