import { chiSquareTail } from './chi-square-tail.ts';
import { normalQuantile } from './normal-quantile.ts';

/** From this number of degrees of freedom on, the cube root is normal to a relative error of the quantile below 1e-6. */
const CUBE_ROOT_FROM = 2000;
const HALVINGS = 60;

/**
 * The x with P(χ² > x) = `tail`: bisection; from 2,000 degrees of freedom on ν (1 − 2/(9ν) + z √(2/(9ν)))³.
 *
 * @param tail in (0, 1)
 * @param df a whole number, 1 or more
 * @see Wilson & Hilferty (1931), PNAS 17, 684–688
 */
export function chiSquareQuantile(tail: number, df: number): number {
  if (df >= CUBE_ROOT_FROM) {
    const z = tail <= 0.5 ? normalQuantile(tail) : -normalQuantile(1 - tail);
    const spread = 2 / (9 * df);
    return df * (1 - spread + z * Math.sqrt(spread)) ** 3;
  }
  let low = 0;
  let high = df + 1;
  while (chiSquareTail(high, df) > tail) {
    low = high;
    high *= 2;
  }
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (chiSquareTail(middle, df) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
