import type { Selection } from './selector.ts';

/** Weights at the nodes of a grid of abilities; they add up to 1. */
export interface AbilityWeights {
  /** One per node; 0 outside `first` … `last`. */
  readonly weights: Float64Array;
  readonly first: number;
  readonly last: number;
}

/** Nodes whose weight is below this share of the greatest are left out: all of them together carry less than 1e-9. */
const NEGLIGIBLE = 1e-12;

/**
 * Weighs abilities by the likelihood of the answers so far, or by their posterior density under the session's normal
 * prior: trapezoidal rule on the session's grid, so that Σ w f(θ) is the weighted mean of f. The bounds of ability are
 * those of the bank; a likelihood that has no maximum inside (all right, all wrong) ends there.
 *
 * The weights returned are those of the last call: one buffer is used again and again.
 */
export function abilityWeights(): (selection: Selection, usePrior: boolean) => AbilityWeights {
  let weights = new Float64Array(0);
  return ({ grid, prior }, usePrior) => {
    const { nodes, logLikelihood } = grid;
    const end = nodes.length - 1;
    if (weights.length !== nodes.length) weights = new Float64Array(nodes.length);
    const precision = usePrior ? 1 / (prior.sd * prior.sd) : 0;
    let top = Number.NEGATIVE_INFINITY;
    for (let q = 0; q <= end; q++) {
      weights[q] = logLikelihood[q] - 0.5 * precision * (nodes[q] - prior.mean) ** 2;
      if (weights[q] > top) top = weights[q];
    }
    let first = end;
    let last = 0;
    let sum = 0;
    for (let q = 0; q <= end; q++) {
      const height = Math.exp(weights[q] - top);
      weights[q] = height < NEGLIGIBLE ? 0 : q === 0 || q === end ? 0.5 * height : height;
      if (weights[q] === 0) continue;
      if (q < first) first = q;
      last = q;
      sum += weights[q];
    }
    for (let q = first; q <= last; q++) weights[q] /= sum;
    return { weights, first, last };
  };
}
