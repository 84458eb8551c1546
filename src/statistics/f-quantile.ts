import { betaTail } from './beta-tail.ts';
import { chiSquareQuantile } from './chi-square-quantile.ts';

const HALVINGS = 100;

/**
 * The f with P(F > f) = `tail` of Fisher's F: bisection in the beta variable ν₁F / (ν₂ + ν₁F), to about 1e-9.
 *
 * @param tail in (0, 1)
 * @param above ν₁, 1 or more
 * @param below ν₂, 1 or more; infinite for χ²/ν₁
 * @see Abramowitz & Stegun (1964), 26.6.2
 */
export function fQuantile(tail: number, above: number, below: number): number {
  if (below === Number.POSITIVE_INFINITY) return chiSquareQuantile(tail, above) / above;
  let low = 0;
  let high = 1;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (betaTail(middle, above / 2, below / 2) > tail) low = middle;
    else high = middle;
    if (high - low < Number.EPSILON * high) break;
  }
  return (below * low) / (above * (1 - low));
}
