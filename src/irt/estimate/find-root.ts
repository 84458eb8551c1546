/**
 * Limit of iterations, far above any real need: convergence is superlinear near a root, and at worst takes three steps per
 * bisection.
 */
const MAX_STEPS = 200;

/**
 * A root of a continuous function between two points where its signs differ, to `tolerance`: inverse quadratic
 * interpolation where it is safe, else bisection.
 *
 * @param atLow, atHigh the function at `low` and `high`
 * @see Chandrupatla (1997), Advances in Engineering Software 28, 145–149
 */
export function findRoot(
  f: (x: number) => number,
  low: number,
  high: number,
  atLow: number,
  atHigh: number,
  tolerance: number,
): number {
  let [a, fa, b, fb] = [low, atLow, high, atHigh];
  let share = fa / (fa - fb);
  for (let step = 0; step < MAX_STEPS; step++) {
    const x = a + share * (b - a);
    const fx = f(x);
    let [c, fc] = [a, fa];
    if (fx > 0 !== fa > 0) {
      [c, fc] = [b, fb];
      [b, fb] = [a, fa];
    }
    [a, fa] = [x, fx];
    const least = tolerance / Math.abs(b - a);
    if (fa === 0 || least > 0.5) break;
    const xi = (a - b) / (c - b);
    const phi = (fa - fb) / (fc - fb);
    const isSafe = phi ** 2 < xi && (1 - phi) ** 2 < 1 - xi;
    share = isSafe
      ? (fa / (fb - fa)) * (fc / (fb - fc)) +
        ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb))
      : 0.5;
    share = Math.min(Math.max(share, least), 1 - least);
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b;
}
