/**
 * Mean and standard deviation of a whole population, Σ x/n and √(Σ (x − x̄)²/n): each term is divided before it is added. Scales of
 * abilities are set by these, so that every calibrated parameter depends on this order of operations to its last digit.
 */
export function moments(values: ArrayLike<number>): {
  readonly mean: number;
  readonly sd: number;
} {
  const n = values.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += values[i] / n;
  let variance = 0;
  for (let i = 0; i < n; i++) variance += (values[i] - mean) ** 2 / n;
  return { mean, sd: Math.sqrt(variance) };
}
