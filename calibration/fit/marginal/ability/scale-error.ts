import type { MarginalFit } from '../fit-marginal.ts';

/**
 * Standard errors of abilities that hold for the examinees' true abilities in the population. Posteriors take the scale as known, but its origin and unit are
 * the mean m and standard deviation s of a sample, the examinees of the reference group. By the delta method on (θ − m)/s,
 *
 *     var θ̂ᵢ = σᵢ² + ρᵢ² (1 + γθ + (κ + 2)θ²/4) / Σ ρ,    ρ = 1 − σ²/σ²(group),
 *
 * with the posterior standard deviation σ, and skewness γ and excess kurtosis κ of the distribution of ability: (1 + θ²/2)/n for a normal one and
 * many items. ρ is the share of an ability that the answers determine; without answers an ability has no such error. The origin alone counts with
 * `rasch`, and nothing if fixed items define the scale.
 * @returns in the order of the matrix
 * @see Cramér (1946), Mathematical Methods of Statistics, chapter 27, for the covariances of m and s
 */
export function errorsWithScale(fit: MarginalFit): Float64Array {
  const { abilities, abilityErrors, groups, distribution, workspace, order } = fit;
  if (workspace.fixed.includes(1)) return abilityErrors;
  const reference = groups.of.reduce((least, g) => Math.min(least, g));
  const known = new Float64Array(order.length);
  let sum = 0;
  order.forEach((row, i) => {
    const g = groups.of[i];
    known[row] = Math.max(0, 1 - (abilityErrors[row] / groups.sd[g]) ** 2);
    if (g === reference) sum += known[row];
  });
  if (sum === 0) return abilityErrors;
  const hasUnit = workspace.active[0] === 1;
  const { skewness, excessKurtosis } = distribution ?? { skewness: 0, excessKurtosis: 0 };
  return abilityErrors.map((se, i) => {
    const theta = hasUnit ? abilities[i] : 0;
    const ofSample = 1 + skewness * theta + ((excessKurtosis + 2) * theta * theta) / 4;
    const variance = groups.sd[reference] ** 2 * ofSample;
    return known[i] === 0 ? se : Math.sqrt(se * se + (known[i] ** 2 * variance) / sum);
  });
}
