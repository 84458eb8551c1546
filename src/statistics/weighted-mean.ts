/** A weighted mean with the standard error of its independent values. */
export interface WeightedMean {
  readonly value: number;
  /** Null with fewer than two values of a weight above 0. */
  readonly se: number | null;
  /** Degrees of freedom of that error, not whole in general; null like it. */
  readonly degrees: number | null;
}

/**
 * The weighted mean m = Σ wⱼ yⱼ of independent values with weights that do not depend on their errors, and its standard error, without bias where the values vary
 * alike (CR2 with one value per cluster):
 *
 *   se² = Σ wⱼ² (yⱼ − m)² / (1 − 2wⱼ + Σ wₖ²),
 *
 * and Satterthwaite's degrees of freedom tr(B)² / tr(B²) of it, with B = (I − 1wᵀ)ᵀ A (I − 1wᵀ), A = diag(wⱼ² / (1 − 2wⱼ + Σ wₖ²)). With equal weights these are s²/n and
 * n − 1. Where few values have most of the weight, the degrees are few.
 *
 * Values of one cluster may hang together: each cluster then counts as one value, its weighted mean, with the sum of its weights. The error is the one
 * between clusters, without bias where their means vary alike.
 *
 * @param weights at least 0, one of them above 0; they are divided by their sum
 * @param clusters of the values, by name; by default each value is one of its own
 * @see Bell & McCaffrey (2002), Survey Methodology 28, 169–181; Imbens & Kolesár (2016), Review of Economics and Statistics 98, 701–712
 */
export function weightedMean(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  clusters?: readonly string[],
): WeightedMean {
  if (clusters !== undefined) {
    const means = clusterMeans(values, weights, clusters);
    return weightedMean(
      means.map(({ value }) => value),
      means.map(({ weight }) => weight),
    );
  }
  const n = values.length;
  let [total, sum, count] = [0, 0, 0];
  for (let j = 0; j < n; j++) {
    total += weights[j];
    sum += weights[j] * values[j];
    if (weights[j] > 0) count++;
  }
  const value = sum / total;
  if (count < 2) return { value, se: null, degrees: null };
  let squares = 0;
  for (let j = 0; j < n; j++) squares += (weights[j] / total) ** 2;
  // Sums over a = the diagonal of A, w and a²: the trace of B and of its square without the matrices.
  let [variance, a, aw, aww, aa, aaw] = [0, 0, 0, 0, 0, 0];
  for (let j = 0; j < n; j++) {
    const w = weights[j] / total;
    const own = w ** 2 / (1 - 2 * w + squares);
    variance += own * (values[j] - value) ** 2;
    a += own;
    aw += own * w;
    aww += own * w ** 2;
    aa += own ** 2;
    aaw += own ** 2 * w;
  }
  const trace = a - 2 * aw + a * squares;
  const ofSquare =
    aa -
    4 * aaw +
    2 * a * aww +
    2 * aa * squares +
    2 * aw ** 2 -
    4 * a * aw * squares +
    (a * squares) ** 2;
  return { value, se: Math.sqrt(variance), degrees: trace ** 2 / ofSquare };
}

/** The weighted mean of each cluster with a weight above 0, in the order of its first value. */
function clusterMeans(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  clusters: readonly string[],
): { readonly value: number; readonly weight: number }[] {
  const sums = new Map<string, { sum: number; weight: number }>();
  for (const [j, cluster] of clusters.entries()) {
    if (!(weights[j] > 0)) continue;
    const own = sums.get(cluster) ?? { sum: 0, weight: 0 };
    own.sum += weights[j] * values[j];
    own.weight += weights[j];
    sums.set(cluster, own);
  }
  return [...sums.values()].map(({ sum, weight }) => ({ value: sum / weight, weight }));
}
