import { logGamma } from './log-gamma.ts';

const SMALLEST = 1e-300;
const SETTLED = 1e-15;
/** The continued fraction needs about √max(a, b) terms. */
const MOST_TERMS = 100_000;

/**
 * P(X > x) of a beta variable X, the regularized incomplete beta function I_{1−x}(b, a): its continued fraction by Lentz's method, to
 * about 1e-11 relative to the larger tail.
 *
 * @param x in [0, 1]
 * @param a above 0
 * @param b above 0
 * @see Abramowitz & Stegun (1964), 26.5.8; Lentz (1976), Applied Optics 15, 668–671
 */
export function betaTail(x: number, a: number, b: number): number {
  if (!(x >= 0 && x <= 1 && a > 0 && b > 0)) return Number.NaN;
  if (x === 0) return 1;
  if (x === 1) return 0;
  // The fraction converges fast on this side of the mean.
  return x < (a + 1) / (a + b + 2) ? 1 - lower(x, a, b) : lower(1 - x, b, a);
}

/** I_x(a, b) */
function lower(x: number, a: number, b: number): number {
  const log =
    a * Math.log(x) +
    b * Math.log1p(-x) +
    logGamma(a + b) -
    logGamma(a) -
    logGamma(b) -
    Math.log(a);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let k = 1; k < MOST_TERMS; k++) {
    const even = (k * (b - k) * x) / ((a + 2 * k - 1) * (a + 2 * k));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + k) * (a + b + k) * x) / ((a + 2 * k) * (a + 2 * k + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < SETTLED) break;
  }
  return Math.exp(log) * fraction;
}

function away(value: number): number {
  return Math.abs(value) < SMALLEST ? SMALLEST : value;
}
