import { mean } from './mean.ts';

/**
 * Pearson's correlation, Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² Σ (y − ȳ)²), in [−1, 1]. Null with fewer than two pairs, or where all of
 * x or all of y are equal.
 *
 * @param x of the length of y
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  // Equal values are compared, not subtracted from their mean, which may be rounded.
  if (!isVaried(x) || !isVaried(y)) return null;
  const [centreX, centreY] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    xy += (x[i] - centreX) * (y[i] - centreY);
    xx += (x[i] - centreX) ** 2;
    yy += (y[i] - centreY) ** 2;
  }
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

function isVaried(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return true;
  return false;
}
