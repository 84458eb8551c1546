import type { ExamineePosterior } from './examinee-posterior.ts';

/** Fitted to the exact integral: within 13% of it for every mean of the logit to ±4 and variance to 4. */
const SATURATION = 1.25;

/**
 * The variance of P = c + (1 − c)σ(z) of item `j` over the posterior of its coefficients, at the mode of the examinee's
 * abilities and effects: (1 − c)² t s(1 − s)/(1 + 1.25 t), t = s(1 − s) v, s = (P̄ − c)/(1 − c) and v = x'Cx the variance of z,
 * x = (1, θ). That is the delta method, σ'(z)² v, for small v, and stays below the variance s(1 − s) of an answer for large.
 *
 * @param posterior with `j` placed
 */
export function curveVariance({ model, mean, probability }: ExamineePosterior, j: number): number {
  const { dimensions, covariances, guessing, ceiling = 1 } = model;
  const size = dimensions + 1;
  const first = size * size * j;
  let v = covariances[first];
  for (let r = 1; r < size; r++) {
    const row = first + size * r;
    let sum = covariances[row] + 0.5 * covariances[row + r] * mean[r - 1];
    for (let s = 1; s < r; s++) sum += covariances[row + s] * mean[s - 1];
    v += 2 * sum * mean[r - 1];
  }
  const c = guessing[j];
  const s = (probability[j] - c) / (ceiling - c);
  const answer = s * (1 - s);
  const t = answer * v;
  return ((ceiling - c) * (ceiling - c) * answer * t) / (1 + SATURATION * t);
}
