import { median } from './median.ts';

/** A straight line y = intercept + slope · x. */
export interface Line {
  readonly slope: number;
  readonly intercept: number;
}

/**
 * The line between two measurements of the same things, both with errors: the median of the slopes of all pairs of points, shifted by the
 * number of slopes below −1, so that exchanging x and y gives the same line; then the median of y − slope · x. Few
 * points that lie elsewhere hardly move it. Pairs with equal x and y are left out, and those with a slope of exactly −1. Slopes are compared with −1, so x and y must
 * have units of about the same size. Null if the slope is not above 0 or not finite.
 *
 * Time O(n² log n), memory O(n²).
 *
 * @param y of the length of x
 * @see Passing & Bablok (1983), Journal of Clinical Chemistry and Clinical Biochemistry 21, 709–720
 */
export function passingBablok(x: ArrayLike<number>, y: ArrayLike<number>): Line | null {
  const slopes: number[] = [];
  let below = 0;
  for (let i = 0; i < x.length; i++)
    for (let j = 0; j < i; j++) {
      const [dx, dy] = [x[i] - x[j], y[i] - y[j]];
      if ((dx === 0 && dy === 0) || dy === -dx) continue;
      // A vertical pair is steeper than all others, by its sign.
      const slope = dx === 0 ? Math.sign(dy) * Number.POSITIVE_INFINITY : dy / dx;
      if (slope < -1) below++;
      slopes.push(slope);
    }
  const sorted = Float64Array.from(slopes).sort();
  const n = sorted.length;
  const slope =
    n % 2 === 1
      ? sorted[(n - 1) / 2 + below]
      : (sorted[n / 2 - 1 + below] + sorted[n / 2 + below]) / 2;
  if (!(slope > 0 && slope < Number.POSITIVE_INFINITY)) return null;
  return { slope, intercept: median(Float64Array.from(x, (value, i) => y[i] - slope * value)) };
}
