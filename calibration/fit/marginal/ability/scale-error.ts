import type { MarginalFit } from '../fit-marginal.ts';

/**
 * Standard errors of abilities that hold for the examinees' true abilities in the population. Posteriors take the scale as known, but its origin and unit are
 * the mean m and standard deviation s of a sample, the examinees of the reference group. By the delta method on (θ − m)/s,
 *
 *     var θ̂ᵢ = σᵢ² + fᵢ² (1/Σ ρ + γθ/√(Σ ρ Σ ρ²) + (κ + 2)θ²/(4 Σ ρ²)),    ρ = 1 − σ²/σ²(group),
 *
 * with the posterior standard deviation σ, and skewness γ and excess kurtosis κ of the distribution of ability: (1 + θ²/2)/n for a normal one and
 * many items. Sums are over the reference group: its answers say Σ ρ of m, and 2 Σ ρ² of log s. In this group fᵢ = ρᵢ, the share of an ability that
 * the answers determine, because its distribution is the scale (of the unit this is an upper bound where ρ > ⅓, the factor is |1 − 2ρ|); without answers an
 * ability has no such error. The distribution of any other group moves with the scale, so there fᵢ = 1, and the error of the group's own mean is
 * added: (1 − ρᵢ)² σ²(group)/Σ ρ over that group. The origin alone counts with `rasch`, and nothing if fixed items define the scale.
 * @returns in the order of the matrix
 * @see Cramér (1946), Mathematical Methods of Statistics, chapter 27, for the covariances of m and s
 */
export function errorsWithScale(fit: MarginalFit): Float64Array {
  const { abilities, abilityErrors, groups, distribution, workspace, order } = fit;
  if (workspace.fixed.includes(1)) return abilityErrors;
  const reference = groups.of.reduce((least, g) => Math.min(least, g));
  const known = new Float64Array(order.length);
  const groupOf = new Int32Array(order.length);
  const sums = new Float64Array(groups.sd.length);
  let squares = 0;
  order.forEach((row, i) => {
    const g = groups.of[i];
    groupOf[row] = g;
    known[row] = Math.max(0, 1 - (abilityErrors[row] / groups.sd[g]) ** 2);
    sums[g] += known[row];
    if (g === reference) squares += known[row] ** 2;
  });
  const sum = sums[reference];
  if (sum === 0) return abilityErrors;
  const hasUnit = workspace.active[0] === 1;
  const { skewness, excessKurtosis } = distribution ?? { skewness: 0, excessKurtosis: 0 };
  return abilityErrors.map((se, i) => {
    const g = groupOf[i];
    const theta = hasUnit ? abilities[i] : 0;
    const ofUnit = ((excessKurtosis + 2) * theta * theta) / (4 * squares);
    const ofScale = 1 / sum + (skewness * theta) / Math.sqrt(sum * squares) + ofUnit;
    const variance = groups.sd[reference] ** 2 * ofScale;
    if (g === reference) return known[i] === 0 ? se : Math.sqrt(se * se + known[i] ** 2 * variance);
    const ofMean = sums[g] === 0 ? 0 : ((1 - known[i]) * groups.sd[g]) ** 2 / sums[g];
    return Math.sqrt(se * se + variance + ofMean);
  });
}
