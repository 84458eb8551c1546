import { averageOver } from './answer-posterior.ts';
import { type FacetCurves, tabulate } from './facet-curves.ts';
import { type FacetLayout, thresholdsOf } from './facet-layout.ts';

/**
 * Expected scores of a rater of severity 0 by aspect and quality, and of the mean of aspects that the answer has no own deviation for. A rater's thresholds are the mean
 * of those of all raters.
 */
export class FairTables {
  private readonly width: number;
  private readonly aspects: number;
  private readonly steps: number;
  /** Expected score by aspect and node. */
  readonly scores: Float64Array;
  /** Its means over deviations, and their squares' less the square: the variance. */
  private readonly averages: Float64Array;
  private readonly spreads: Float64Array;
  /** Minus derivatives of the scores: of the difficulty (row 0) and of each threshold, by aspect; and their means over deviations. */
  private readonly slopes: Float64Array;
  private readonly averageSlopes: Float64Array;
  private readonly rated: Uint8Array;
  private readonly hasThresholds: boolean;

  constructor(layout: FacetLayout, xi: Float64Array, { nodes, kernel }: FacetCurves) {
    const K = layout.counts.categories;
    const [S, W, steps] = [layout.counts.aspects, nodes.length, K - 1];
    this.width = W;
    this.aspects = S;
    this.steps = steps;
    this.rated = new Uint8Array(S);
    this.hasThresholds = layout.thresholds !== 'rater';
    this.scores = new Float64Array(S * W);
    this.slopes = new Float64Array(S * K * W);
    const above = new Float64Array(steps * W);
    const logP = new Float64Array(K * W);
    for (let s = 0; s < S; s++) {
      const tau = fairThresholds(layout, xi, s);
      tabulate(nodes, xi[layout.aspectsFrom + s], tau, 0, K, logP, 0, above, 0);
      for (let u = 0; u < W; u++)
        for (let k = 0; k < steps; k++) {
          this.scores[s * W + u] += above[k * W + u];
          let column = 0;
          for (let l = 0; l < steps; l++)
            column += above[Math.max(k, l) * W + u] - above[k * W + u] * above[l * W + u];
          this.slopes[s * K * W + u] += column;
          this.slopes[(s * K + k + 1) * W + u] = column;
        }
    }
    const averaged = (of: Float64Array) => {
      if (kernel.length === 1) return of;
      const to = new Float64Array(of.length);
      for (let row = 0; row < of.length; row += W) averageOver(of, to, row, W, kernel);
      return to;
    };
    this.averages = averaged(this.scores);
    const squares = averaged(this.scores.map((x) => x * x));
    this.spreads = squares.map((x, at) => Math.max(0, x - this.averages[at] ** 2));
    this.averageSlopes = averaged(this.slopes);
  }

  /** Of a part that is an aspect: what its score adds to the fair score at each node. */
  fill(to: Float64Array, count: number, at: number, aspect: number, first: number, end: number) {
    this.rated[aspect] = 1;
    for (let u = first; u < end; u++)
      to[u * count + at] = this.scores[aspect * this.width + u] / this.aspects;
  }

  /** Direct effects of this aspect's parameters on the fair score. */
  addDirect(
    aspect: number,
    layout: FacetLayout,
    weights: Float64Array,
    first: number,
    end: number,
    direct: Float64Array,
    slotOf: Int32Array,
    slopes = this.slopes,
  ): void {
    const K = this.steps + 1;
    for (let k = 0; k < (this.hasThresholds ? K : 1); k++) {
      const parameter =
        k === 0 ? layout.aspectsFrom + aspect : thresholdsOf(layout, 0, aspect) + k - 1;
      const slot = slotOf[parameter];
      if (slot < 0) continue;
      const row = (aspect * K + k) * this.width;
      let sum = 0;
      for (let u = first; u < end; u++) sum += weights[u] * slopes[row + u];
      direct[slot] -= sum / this.aspects;
    }
  }

  /** The aspects whose deviations the ratings of the answer do not show: means over deviations. */
  addRest(
    _a: number,
    layout: FacetLayout,
    posterior: Float64Array,
    low: number,
    high: number,
    conditional: Float64Array,
    n: number,
    variances: Float64Array,
    direct: Float64Array,
    slotOf: Int32Array,
  ): void {
    const slot = slotOf[layout.all];
    // A rater's impression is no property of the answer: it has no variance in the mean over raters.
    const isOwn = layout.deviations === 'aspect';
    for (let s = 0; s < this.aspects; s++) {
      if (this.rated[s] === 1) {
        this.rated[s] = 0;
        continue;
      }
      for (let q = low; q < high; q++) {
        conditional[q * n + slot] += this.averages[s * this.width + q] / this.aspects;
        if (isOwn)
          variances[slot * n + slot] +=
            (posterior[q] * this.spreads[s * this.width + q]) / this.aspects ** 2;
      }
      this.addDirect(s, layout, posterior, low, high, direct, slotOf, this.averageSlopes);
    }
  }
}

/** Thresholds of an aspect for a rater like the mean rater. */
export function fairThresholds(layout: FacetLayout, xi: Float64Array, aspect: number) {
  const steps = layout.counts.categories - 1;
  const tau = new Float64Array(steps);
  const raters = layout.thresholds === 'rater' ? layout.counts.raters : 1;
  for (let r = 0; r < raters; r++) {
    const from = thresholdsOf(layout, r, aspect);
    for (let k = 0; k < steps; k++) tau[k] += xi[from + k] / raters;
  }
  return tau;
}
