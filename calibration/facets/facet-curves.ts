import { type FacetLayout, thresholdsOf } from './facet-layout.ts';

/** Reach of normal densities in standard deviations: what lies beyond has 3e-12 of the mass. */
const REACH = 7;

/** Everything about a point that all answers share, on equally spaced qualities u. */
export interface FacetCurves {
  readonly step: number;
  readonly nodes: Float64Array;
  /** log P(X = k | u), a row of nodes per curve and category. */
  readonly logP: Float64Array;
  /** P(X ≥ k | u), a row per curve and k = 1 … K − 1. */
  readonly above: Float64Array;
  /** Log of the prior weight of each node, a row per group. */
  readonly logPrior: Float64Array;
  /** Weights of deviations of 0, 1, … steps, which have the sum 1 over both sides. */
  readonly kernel: Float64Array;
  /** Expectation and variance of δ²/φ² under the kernel. */
  readonly kernelMean: number;
  readonly kernelVariance: number;
}

/**
 * Curves of the adjacent-category model, log P(k) − log P(k − 1) = u − severity − difficulty − τ_k (Andrich 1978, Psychometrika 43, 561–573; Linacre 1989,
 * Many-Facet Rasch Measurement), and the weights of normal qualities and deviations on nodes at multiples of `step`.
 */
export function facetCurves(layout: FacetLayout, xi: Float64Array, step: number): FacetCurves {
  const { counts, meansFrom, groupCount, sdAt, deviationAt, curveRaters, curveAspects } = layout;
  const K = counts.categories;
  const sd = Math.exp(xi[sdAt]);
  const phi = deviationAt < 0 ? 0 : Math.exp(xi[deviationAt]);
  const means = xi.subarray(meansFrom, meansFrom + groupCount);
  let [low, high] = [Infinity, -Infinity];
  for (const mean of means) {
    low = Math.min(low, mean);
    high = Math.max(high, mean);
  }
  const first = Math.floor((low - REACH * (sd + phi)) / step);
  const width = Math.ceil((high + REACH * (sd + phi)) / step) - first + 1;
  const nodes = Float64Array.from({ length: width }, (_, q) => (first + q) * step);
  const logP = new Float64Array(curveRaters.length * K * width);
  const above = new Float64Array(curveRaters.length * (K - 1) * width);
  for (let c = 0; c < curveRaters.length; c++) {
    const shift = xi[curveRaters[c]] + xi[layout.aspectsFrom + curveAspects[c]];
    const tau = thresholdsOf(layout, curveRaters[c], curveAspects[c]);
    tabulate(nodes, shift, xi, tau, K, logP, c * K * width, above, c * (K - 1) * width);
  }
  const logPrior = new Float64Array(groupCount * width);
  const constant = Math.log(step / (sd * Math.sqrt(2 * Math.PI)));
  for (let g = 0; g < groupCount; g++)
    for (let q = 0; q < width; q++)
      logPrior[g * width + q] = constant - 0.5 * ((nodes[q] - means[g]) / sd) ** 2;
  return { step, nodes, logP, above, logPrior, ...deviationKernel(phi, step) };
}

/** One curve: log P(X = k) and P(X ≥ k) at every node. */
export function tabulate(
  nodes: Float64Array,
  shift: number,
  xi: Float64Array,
  tau: number,
  K: number,
  logP: Float64Array,
  atLogP: number,
  above: Float64Array,
  atAbove: number,
): void {
  const width = nodes.length;
  for (let q = 0; q < width; q++) {
    const eta = nodes[q] - shift;
    let log = 0;
    let top = 0;
    for (let k = 1; k < K; k++) {
      log += eta - xi[tau + k - 1];
      logP[atLogP + k * width + q] = log;
      if (log > top) top = log;
    }
    logP[atLogP + q] = 0;
    let sum = 0;
    for (let k = 0; k < K; k++) sum += Math.exp(logP[atLogP + k * width + q] - top);
    const total = top + Math.log(sum);
    let upper = 0;
    for (let k = K - 1; k >= 0; k--) {
      logP[atLogP + k * width + q] -= total;
      upper += Math.exp(logP[atLogP + k * width + q]);
      if (k > 0) above[atAbove + (k - 1) * width + q] = upper;
    }
  }
}

function deviationKernel(phi: number, step: number) {
  if (phi === 0) return { kernel: Float64Array.of(1), kernelMean: 0, kernelVariance: 0 };
  const reach = Math.ceil((REACH * phi) / step);
  const kernel = Float64Array.from({ length: reach + 1 }, (_, j) =>
    Math.exp(-0.5 * ((j * step) / phi) ** 2),
  );
  const mass = 2 * kernel.reduce((sum, k) => sum + k, 0) - 1;
  let [mean, square] = [0, 0];
  kernel.forEach((k, j) => {
    kernel[j] = k / mass;
    const v = ((j * step) / phi) ** 2;
    mean += 2 * kernel[j] * v;
    square += 2 * kernel[j] * v * v;
  });
  return { kernel, kernelMean: mean, kernelVariance: square - mean * mean };
}
