import { normalTail } from './normal-tail.ts';

/** From this number of degrees of freedom on, the normal distribution of a transformed t is right to 1e-7. */
const NORMAL_FROM = 1000;

/**
 * P(T > t) of Student's T with a whole number ν ≥ 1 of degrees of freedom: a finite sum of powers of cos² = 1 / (1 + t²/ν), right to
 * 3e-14 below 1,000 of them; beyond, a normal tail at t (1 − 1/4ν) / √(1 + t²/2ν).
 *
 * @see Abramowitz & Stegun (1964), 26.7.3, 26.7.4 and 26.7.8
 */
export function studentTail(t: number, degrees: number): number {
  if (Number.isNaN(t)) return Number.NaN;
  if (t < 0) return 1 - studentTail(-t, degrees);
  if (t === Number.POSITIVE_INFINITY) return 0;
  if (degrees >= NORMAL_FROM)
    return normalTail((t * (1 - 1 / (4 * degrees))) / Math.sqrt(1 + (t * t) / (2 * degrees)));
  const square = 1 / (1 + (t * t) / degrees);
  const sine = Math.sqrt(1 - square);
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? Math.sqrt(square) : 1;
  let sum = 0;
  for (let k = isOdd ? 3 : 2; k <= degrees; k += 2) {
    sum += term;
    term *= (square * (k - 1)) / k;
  }
  const middle = isOdd
    ? (2 / Math.PI) * (Math.atan(t / Math.sqrt(degrees)) + sine * sum)
    : sine * sum;
  return Math.max(0, (1 - middle) / 2);
}
