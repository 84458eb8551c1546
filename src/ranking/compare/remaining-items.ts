/** Part of the variance of a draw that is kept against rounding, where nearly no item is left. */
const LEAST = 1e-9;

/**
 * The items that are left to draw, for the variance that is expected of the difference estimator t by one draw: with independent
 * errors of variance v, Σ w² v / q − Σ w² v. With equal probabilities from N items this is N(N − 1) w² v.
 */
export class RemainingItems {
  readonly #weights: Float64Array;
  readonly #variances: Float64Array;
  readonly #sizes: Float64Array;
  #size = 0;
  #spread = 0;
  #own = 0;

  /** @param sizes by item; 0 if it is not left */
  constructor(weights: Float64Array, variances: Float64Array, sizes: Float64Array) {
    this.#weights = weights;
    this.#variances = variances;
    this.#sizes = sizes;
    for (let j = 0; j < sizes.length; j++) if (sizes[j] > 0) this.#add(j, 1);
  }

  /** The probability of drawing an item that is left. */
  probability(item: number): number {
    return Math.min(1, this.#sizes[item] / this.#size);
  }

  /** Above 0. */
  get variance(): number {
    const sum = this.#size * this.#spread;
    return Math.max(LEAST * sum, sum - this.#own, Number.MIN_VALUE);
  }

  remove(item: number): void {
    this.#add(item, -1);
  }

  #add(j: number, sign: 1 | -1): void {
    const share = this.#weights[j] ** 2 * this.#variances[j];
    this.#size += sign * this.#sizes[j];
    this.#spread += (sign * share) / this.#sizes[j];
    this.#own += sign * share;
  }
}
