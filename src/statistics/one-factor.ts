const ROUNDS = 5000;
const SETTLED = 1e-12;
/** A smaller loading, relative to the largest, is none. */
const LEAST = 1e-3;

/**
 * Loadings b of one factor, cov(x_j, x_k) = b_j b_k for j ≠ k, by weighted least squares of the covariances off the diagonal (minres), up to a
 * common sign. Each loading in turn solves its own equation.
 *
 * @param covariances n × n, symmetric; the diagonal is not used
 * @param weights n × n, 0 where a covariance is not known
 * @returns 0 for a variable without a loading, or whose covariances do not determine it; null if no three variables do
 * @see Harman & Jones (1966), Factor analysis by minimizing residuals (minres), Psychometrika 31, 351–368
 */
export function oneFactorLoadings(
  covariances: Float64Array,
  weights: Float64Array,
  n: number,
): Float64Array | null {
  const out = new Set<number>();
  for (;;) {
    const used = determined(weights, n, out);
    if (used.length === 0) return null;
    const loadings = fit(covariances, weights, n, used);
    if (loadings === null) return null;
    const most = used.reduce((largest, j) => Math.max(largest, Math.abs(loadings[j])), 0);
    const none = used.filter((j) => Math.abs(loadings[j]) <= LEAST * most);
    if (none.length === 0) return loadings;
    // Two variables that share a factor with these alone have no loadings of their own.
    for (const j of none) out.add(j);
  }
}

/** Three variables with known covariances, and all that are connected with them. */
function determined(weights: Float64Array, n: number, out: ReadonlySet<number>): number[] {
  const isKnown = (j: number, k: number) => weights[j * n + k] > 0;
  const open = Array.from({ length: n }, (_, j) => j).filter((j) => !out.has(j));
  for (const i of open)
    for (const j of open)
      for (const k of open) {
        if (!(i < j && j < k && isKnown(i, j) && isKnown(i, k) && isKnown(j, k))) continue;
        const used = new Set([i, j, k]);
        for (const one of used) for (const m of open) if (isKnown(one, m)) used.add(m);
        return [...used];
      }
  return [];
}

function fit(
  covariances: Float64Array,
  weights: Float64Array,
  n: number,
  used: readonly number[],
): Float64Array | null {
  let largest = 0;
  for (const j of used)
    for (const k of used)
      if (j !== k) largest = Math.max(largest, Math.abs(covariances[j * n + k]));
  if (!(largest > 0)) return null;
  const loadings = new Float64Array(n);
  for (const j of used) loadings[j] = Math.sqrt(largest);
  for (let round = 0; round < ROUNDS; round++) {
    let [moved, most] = [0, 0];
    for (const j of used) {
      let [above, below] = [0, 0];
      for (const k of used) {
        if (k === j) continue;
        const weight = weights[j * n + k] * loadings[k];
        above += weight * covariances[j * n + k];
        below += weight * loadings[k];
      }
      const next = below > 0 ? above / below : 0;
      moved = Math.max(moved, Math.abs(next - loadings[j]));
      loadings[j] = next;
      most = Math.max(most, Math.abs(next));
    }
    if (!(most > 0)) return null;
    if (moved <= SETTLED * most) return loadings;
  }
  return null;
}
