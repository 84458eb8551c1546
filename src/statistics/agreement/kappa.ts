import { mean } from '../mean.ts';

/** How far apart two grades count as: not at all or wholly, by their difference, or by its square. */
export const KAPPA_WEIGHTS = ['none', 'linear', 'quadratic'] as const;
export type KappaWeights = (typeof KAPPA_WEIGHTS)[number];

/**
 * Cohen's κ of two raters, 1 − Σ d(xᵢ, yᵢ)/n / Σ d(xᵢ, yⱼ)/n²: 1 less the mean disagreement, over that of independent raters with the same
 * grades. d is 1 for different grades (κ of 1960), |x − y| or (x − y)² (weighted κ). Null without pairs, and if a rater gave the same grade to
 * all: then κ would be 0 whatever the other one gave. Time O(n log n).
 *
 * @param x of the length of y, grades as numbers
 * @see Cohen (1960), Educational and Psychological Measurement 20, 37–46; Cohen (1968), Psychological Bulletin 70, 213–220
 */
export function kappa(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: KappaWeights,
): number | null {
  const n = x.length;
  if (isOneGrade(x) || isOneGrade(y)) return null;
  let found = 0;
  for (let i = 0; i < n; i++) found += distance(x[i], y[i], weights);
  return 1 - (found * n) / EXPECTED[weights](x, y);
}

/** Also of none. */
function isOneGrade(x: ArrayLike<number>): boolean {
  for (let i = 1; i < x.length; i++) if (x[i] !== x[0]) return false;
  return true;
}

function distance(a: number, b: number, weights: KappaWeights): number {
  if (weights === 'none') return a === b ? 0 : 1;
  return weights === 'linear' ? Math.abs(a - b) : (a - b) ** 2;
}

/** Σ over all pairs of a grade of x and one of y. */
const EXPECTED: Readonly<
  Record<KappaWeights, (x: ArrayLike<number>, y: ArrayLike<number>) => number>
> = {
  none: (x, y) => {
    const counts = new Map<number, number>();
    for (let i = 0; i < y.length; i++) counts.set(y[i], (counts.get(y[i]) ?? 0) + 1);
    let same = 0;
    for (let i = 0; i < x.length; i++) same += counts.get(x[i]) ?? 0;
    return x.length * y.length - same;
  },
  linear: (x, y) => {
    // In order of both together: each value lies above those before it and below those after it.
    const [a, b] = [Float64Array.from(x).sort(), Float64Array.from(y).sort()];
    let [sum, below, k] = [0, 0, 0];
    const total = b.reduce((all, value) => all + value, 0);
    for (const value of a) {
      while (k < b.length && b[k] <= value) below += b[k++];
      sum += k * value - below + (total - below) - (b.length - k) * value;
    }
    return sum;
  },
  quadratic: (x, y) => {
    // From a common centre: squares of large grades would lose their differences.
    const centre = mean(x);
    let [squares, sumX, sumY] = [0, 0, 0];
    for (let i = 0; i < x.length; i++) {
      squares += (x[i] - centre) ** 2 + (y[i] - centre) ** 2;
      sumX += x[i] - centre;
      sumY += y[i] - centre;
    }
    return x.length * squares - 2 * sumX * sumY;
  },
};
