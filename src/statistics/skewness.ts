import { moments } from './moments.ts';

/**
 * Sample skewness over its standard error for normal values: G₁ = g₁ √(n (n − 1))/(n − 2) with g₁ = Σ ((x − x̄)/s)³/n, over
 * √(6 n (n − 1)/((n − 2)(n + 1)(n + 3))). Beyond ±1.96 it is clear. Null with fewer than three values, or where all are equal.
 *
 * @see Joanes & Gill (1998), The Statistician 47, 183–189
 */
export function skewnessStatistic(values: ArrayLike<number>): number | null {
  const n = values.length;
  const { mean, sd } = moments(values);
  if (n < 3 || !(sd > 0)) return null;
  let g = 0;
  for (let i = 0; i < n; i++) g += ((values[i] - mean) / sd) ** 3 / n;
  return g * Math.sqrt(((n + 1) * (n + 3)) / (6 * (n - 2)));
}
