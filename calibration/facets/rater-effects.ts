import { type FacetCurves, tabulate } from './facet-curves.ts';
import { type FacetLayout, thresholdsOf } from './facet-layout.ts';
import { fairThresholds } from './fair-tables.ts';

/**
 * How much higher each rater's mean score is than that of a rater of severity 0, in categories, over the qualities that answers of the groups have and over all aspects. Errors by the
 * derivative in the severity.
 */
export function raterEffects(
  layout: FacetLayout,
  xi: Float64Array,
  { nodes }: FacetCurves,
  errors: Float64Array,
): { readonly effects: Float64Array; readonly effectErrors: Float64Array } {
  const { counts, meansFrom, groups, sdAt, deviationAt, aspectsFrom } = layout;
  const [R, S, K, W] = [counts.raters, counts.aspects, counts.categories, nodes.length];
  const variance = Math.exp(xi[sdAt]) ** 2 + (deviationAt < 0 ? 0 : Math.exp(xi[deviationAt]) ** 2);
  const sizes = new Float64Array(layout.groupCount);
  for (const g of groups) sizes[g]++;
  const weights = new Float64Array(W);
  let mass = 0;
  for (let u = 0; u < W; u++) {
    for (let g = 0; g < sizes.length; g++)
      weights[u] += sizes[g] * Math.exp((-0.5 * (nodes[u] - xi[meansFrom + g]) ** 2) / variance);
    mass += weights[u];
  }
  const logP = new Float64Array(K * W);
  const above = new Float64Array((K - 1) * W);
  /** Mean score and minus its derivative. */
  const meanOf = (shift: number, tau: Float64Array, from: number) => {
    tabulate(nodes, shift, tau, from, K, logP, 0, above, 0);
    let [score, slope] = [0, 0];
    for (let u = 0; u < W; u++) {
      let [mean, second] = [0, 0];
      for (let k = 0; k < K - 1; k++) {
        mean += above[k * W + u];
        second += (2 * k + 1) * above[k * W + u];
      }
      score += weights[u] * mean;
      slope += weights[u] * (second - mean * mean);
    }
    return { score: score / mass, slope: slope / mass };
  };
  const usual = Array.from(
    { length: S },
    (_, s) => meanOf(xi[aspectsFrom + s], fairThresholds(layout, xi, s), 0).score,
  );
  const effects = new Float64Array(R);
  const slopes = new Float64Array(R);
  for (let r = 0; r < R; r++)
    for (let s = 0; s < S; s++) {
      const own = meanOf(xi[r] + xi[aspectsFrom + s], xi, thresholdsOf(layout, r, s));
      effects[r] += (own.score - usual[s]) / S;
      slopes[r] += own.slope / S;
    }
  return { effects, effectErrors: errors.map((e, r) => e * slopes[r]) };
}
