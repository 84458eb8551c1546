import type { GradedBank } from './graded-bank.ts';

/** Nodes whose weight is below this share of the greatest are left out: all of them together carry less than 1e-9. */
const NEGLIGIBLE = 1e-12;

/** The posterior density of one ability on the grid of a bank. */
export class GradedPosterior {
  readonly #bank: GradedBank;
  readonly #heights: Float64Array;
  /** Weights of the nodes `first` … `last`, which add up to 1; 0 elsewhere. */
  readonly weights: Float64Array;
  first = 0;
  last = 0;

  constructor(bank: GradedBank) {
    this.#bank = bank;
    this.#heights = bank.logPrior.slice();
    this.weights = new Float64Array(bank.nodes.length);
    this.#weigh();
  }

  /** Adds the answer in category `k` of item `j`. */
  add(j: number, k: number): void {
    const { items, logP } = this.#bank;
    const heights = this.#heights;
    const row = (items.scoresFrom[j] + k) * heights.length;
    for (let q = 0; q < heights.length; q++) heights[q] += logP[row + q];
    this.#weigh();
  }

  /**
   * Posterior mean of a table's row: Σ_q w_q f(θ_q). @param row the position of its first node */
  mean(values: Float64Array, row = 0): number {
    const { weights, last } = this;
    let sum = 0;
    for (let q = this.first; q <= last; q++) sum += weights[q] * values[row + q];
    return sum;
  }

  /** Posterior variance of values at the nodes. */
  variance(values: Float64Array): number {
    const { weights, last } = this;
    const centre = this.mean(values);
    let sum = 0;
    for (let q = this.first; q <= last; q++) sum += weights[q] * (values[q] - centre) ** 2;
    return sum;
  }

  /** The trapezoidal rule; as a smooth density falls to 0 at both ends, its error is far below that of the parameters. */
  #weigh(): void {
    const { weights } = this;
    const heights = this.#heights;
    const end = heights.length - 1;
    let top = Number.NEGATIVE_INFINITY;
    for (let q = 0; q <= end; q++) if (heights[q] > top) top = heights[q];
    this.first = end;
    this.last = 0;
    let sum = 0;
    for (let q = 0; q <= end; q++) {
      const height = Math.exp(heights[q] - top);
      weights[q] = height < NEGLIGIBLE ? 0 : q === 0 || q === end ? 0.5 * height : height;
      if (weights[q] === 0) continue;
      if (q < this.first) this.first = q;
      this.last = q;
      sum += weights[q];
    }
    for (let q = this.first; q <= this.last; q++) weights[q] /= sum;
  }
}
