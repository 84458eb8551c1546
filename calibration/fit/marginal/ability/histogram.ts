import type { Workspace } from '../engine/workspace.ts';

/**
 * An estimated distribution of ability: a mixture of triangles (hat functions) of equal width, in other words a frequency
 * polygon through the midpoints of a histogram's bins. Its resolution does not depend on the number of nodes.
 * @see Scott (1985), Journal of the American Statistical Association 80, 348–354, for the frequency polygon
 */
export interface AbilityHistogram {
  /** B: share of the examinees in each bin; above 0, adding up to 1. */
  readonly weights: Float64Array;
  /** B × Q: share of each bin at each node; rows add up to 1. */
  readonly shapes: Float64Array;
  /** B: shares of the normal distribution that the fit starts from. */
  readonly normal: Float64Array;
  /** Distance between the midpoints of neighbouring bins, in units of ability. */
  readonly binWidth: number;
}

/**
 * Width of a bin in standard deviations. With one bin per node, the maximum is a row of spikes (Laird 1978). In simulations
 * with skewed and bimodal abilities, widths from 0.2 to 0.8 give the same errors of items within a few percent.
 */
const BIN_WIDTH = 0.5;
/** Midpoints of bins reach this many standard deviations from the mean. */
const REACH = 5;
/**
 * Pseudo-examinees of the normal distribution, added as a Dirichlet prior. Short tests say almost nothing about the tails,
 * where EM without a prior would need thousands of rounds. Empty bins keep a weight above 0.
 */
const PSEUDO_EXAMINEES = 5;
/** A node's weight is no less than this: its logarithm must be finite. */
const LEAST = 1e-300;

/** The histogram nearest to N(mean, sd²) on equally spaced nodes: where the fit of a histogram starts. */
export function openHistogram(nodes: Float64Array, mean: number, sd: number): AbilityHistogram {
  const q = nodes.length;
  const binWidth = Math.max(BIN_WIDTH * sd, nodes[1] - nodes[0]);
  const side = Math.max(1, Math.floor((REACH * sd) / binWidth));
  const shapes: Float64Array[] = [];
  const normal: number[] = [];
  for (let bin = -side; bin <= side; bin++) {
    const shape = nodes.map((x) => Math.max(0, 1 - Math.abs(x - mean - bin * binWidth) / binWidth));
    const sum = shape.reduce((total, share) => total + share, 0);
    if (sum === 0) continue;
    shapes.push(shape.map((share) => share / sum));
    normal.push(sum * Math.exp(-0.5 * ((bin * binWidth) / sd) ** 2));
  }
  const total = normal.reduce((sum, share) => sum + share, 0);
  const all = new Float64Array(shapes.length * q);
  shapes.forEach((shape, b) => {
    all.set(shape, b * q);
  });
  const shares = Float64Array.from(normal, (share) => share / total);
  return { weights: shares.slice(), shapes: all, normal: shares, binWidth };
}

/** The weight of each node: Σ_b weights × shapes. Q entries that add up to 1. */
export function nodeWeights({ weights, shapes }: AbilityHistogram): Float64Array {
  const q = shapes.length / weights.length;
  const sums = new Float64Array(q);
  weights.forEach((weight, b) => {
    for (let k = 0; k < q; k++) sums[k] += weight * shapes[b * q + k];
  });
  return sums;
}

/** Logarithms of the nodes' weights. */
export function fillHistogramWeights(histogram: AbilityHistogram, into: Float64Array): void {
  into.set(nodeWeights(histogram).map((weight) => Math.log(Math.max(LEAST, weight))));
}

/**
 * The M-step of a histogram: each bin's weight becomes the mean posterior probability of the bin over the examinees, including
 * the pseudo-examinees. It never lowers the log-posterior. Newton's method for the weights given the items gains more per round
 * but needs more rounds in total, because items and weights must move together.
 * @param into the square roots of the new weights
 * @see Bock & Aitkin (1981), Psychometrika 46, 443–459; Mislevy (1984), Psychometrika 49, 359–381;
 *   Woods (2007), Multivariate Behavioral Research 42, 447–473
 */
export function histogramStep(
  { density }: Workspace,
  histogram: AbilityHistogram,
  into: Float64Array,
): void {
  const { weights, shapes, normal } = histogram;
  const q = density.length;
  const present = nodeWeights(histogram);
  const ratios = density.map((count, k) => (count > 0 ? count / Math.max(LEAST, present[k]) : 0));
  const counts = weights.map((weight, b) => {
    let sum = 0;
    for (let k = 0; k < q; k++) sum += shapes[b * q + k] * ratios[k];
    return weight * sum + PSEUDO_EXAMINEES * normal[b];
  });
  const total = counts.reduce((sum, count) => sum + count, 0);
  into.set(counts.map((count) => Math.sqrt(count / total)));
}

/** Sets the weights to the squares of `roots`, up to a factor. */
export function putRoots({ weights }: AbilityHistogram, roots: Float64Array): void {
  const total = roots.reduce((sum, root) => sum + root * root, 0);
  weights.set(roots.map((root) => Math.max(LEAST, (root * root) / total)));
}

/** Log-density of the Dirichlet prior, up to a constant. */
export function logHistogramPrior({ weights, normal }: AbilityHistogram): number {
  return normal.reduce((sum, share, b) => sum + PSEUDO_EXAMINEES * share * Math.log(weights[b]), 0);
}
