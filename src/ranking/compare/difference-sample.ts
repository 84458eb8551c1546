/** The model's variance counts for this number of items on which the examinees differ. */
const MODEL_ITEMS = 2;
const FEWEST_DEGREES = 2;

/** One item of a random sample, drawn with a known probability from the items that were left. */
export interface DifferenceDraw {
  /** Its share of the score; all add up to 1. */
  readonly weight: number;
  /** The difference of the two answers, in [−1, 1], and what was expected of it before the draw. */
  readonly difference: number;
  readonly expected: number;
  /** Whether the two answers differ; by default if `difference` is not 0. */
  readonly differs?: boolean;
  /** Σ weight × expected difference over the items that were left, with this one. */
  readonly expectedRest: number;
  /** The probability with which it was drawn from those. */
  readonly probability: number;
  /** Expected variance of the estimate by this draw alone: Σ weight² variance / probability over those. Above 0. */
  readonly variance: number;
}

/** The difference of two scores from a sample of items: unit 1, not points. */
export interface SampledDifference {
  readonly items: number;
  readonly difference: number;
  /** Of the estimate about the recorded difference; 0 if all items were asked. */
  readonly variance: number;
  /** Degrees of freedom of that variance. */
  readonly degrees: number;
  /** Σ weight² d² over the whole bank, estimated: what new answers to items like these add to the variance. */
  readonly squares: number;
  /** Items on which the two differ. */
  readonly differing: number;
}

/**
 * Estimates the difference of two scores on a whole bank from items that were drawn one after the other with known probabilities.
 * The m-th draw gives the difference estimator
 *
 *     t_m = Σ_known w d + Σ_left w y + w_m (d_m − y_m) / q_m
 *
 * where y is what was expected of an item's difference, and q_m the probability of the draw. Whatever the expectations and however
 * they changed with the answers so far, the mean of t_m given these is the difference, so that the t_m are uncorrelated (Des Raj).
 * They are weighted by 1/V_m, the variance expected of each; this gives the finite population correction too: with equal
 * probabilities and y = 0 the weighted mean has the variance (1 − n/N) S²/n.
 *
 * The variance Σ λ²(t − t̄)², λ = V⁻¹/ΣV⁻¹, is averaged with the expected one, 1/ΣV⁻¹, which counts for 2 differing items: of few
 * differing items it would often be far too small. Their number is the effective one, Σ_differing λ / Σλ² (Kish): where nearly no item is
 * left, the last draws have nearly all weight, and few of them differ. Degrees of freedom: 2 / (Σr⁴/(Σr²)² − 1/n) with r = λ(t − t̄), from the kurtosis of the
 * contributions (Satterthwaite).
 *
 * @see Des Raj (1956), Some estimators in sampling with varying probabilities without replacement, JASA 51, 269–284; Särndal, Swensson &
 * Wretman (1992), Model Assisted Survey Sampling, 6.3; Satterthwaite (1946), Biometrics Bulletin 2, 110–114; Farquhar, Gal & Rainforth
 * (2021), On statistical bias in active learning (the same weights for adaptive probabilities); Kish (1965), Survey Sampling, 11.7
 */
export class DifferenceSample {
  readonly #estimates: number[] = [];
  readonly #precisions: number[] = [];
  readonly #squares: number[] = [];
  readonly #isDiffering: boolean[] = [];
  #known = 0;
  #knownSquares = 0;
  #differing = 0;

  /** Draws in their order. */
  add({
    weight,
    difference,
    expected,
    expectedRest,
    probability,
    variance,
    differs = difference !== 0,
  }: DifferenceDraw): void {
    const share = weight * difference;
    this.#estimates.push(
      this.#known + expectedRest + (weight * (difference - expected)) / probability,
    );
    this.#precisions.push(1 / variance);
    this.#squares.push(this.#knownSquares + (share * share) / probability);
    this.#known += share;
    this.#knownSquares += share * share;
    this.#isDiffering.push(differs);
    if (differs) this.#differing++;
  }

  get items(): number {
    return this.#estimates.length;
  }

  /** 1 / the variance that is expected of the estimate; 0 without draws. */
  get precision(): number {
    return this.#precisions.reduce((sum, own) => sum + own, 0);
  }

  /** Σ weight × difference and Σ (weight × difference)² of the items drawn. */
  get known(): { readonly sum: number; readonly squares: number } {
    return { sum: this.#known, squares: this.#knownSquares };
  }

  /**
   * @param expectedSquares Σ weight² d² over the whole bank as the model has it, to average with the estimated one
   * @param isWhole all items were drawn: the difference is the recorded one
   * @returns null without draws
   */
  estimate(expectedSquares: number, isWhole: boolean): SampledDifference | null {
    const items = this.items;
    if (items === 0) return null;
    const differing = this.#differing;
    if (isWhole) {
      const exact = { difference: this.#known, variance: 0, squares: this.#knownSquares };
      return { items, ...exact, degrees: Math.max(FEWEST_DEGREES, items - 1), differing };
    }
    const { precision } = this;
    let difference = 0;
    let squares = 0;
    for (let m = 0; m < items; m++) {
      difference += (this.#precisions[m] / precision) * this.#estimates[m];
      squares += (this.#precisions[m] / precision) * this.#squares[m];
    }
    let second = 0;
    let fourth = 0;
    let share = 0;
    let concentration = 0; // of the weights λ: 1 / Kish's effective number of draws
    for (let m = 0; m < items; m++) {
      const own = this.#precisions[m] / precision;
      const r = own * (this.#estimates[m] - difference);
      if (this.#isDiffering[m]) share += own;
      concentration += own * own;
      second += r * r;
      fourth += r ** 4;
    }
    const observed = items > 1 ? (second * items) / (items - 1) : 0;
    const effective = share / concentration;
    const trust = items > 1 ? effective / (effective + MODEL_ITEMS) : 0;
    const excess = second > 0 ? fourth / (second * second) - 1 / items : 1;
    return {
      items,
      difference,
      variance: trust * observed + (1 - trust) / precision,
      degrees: Math.max(FEWEST_DEGREES, Math.floor(2 / Math.max(excess, 1 / items))),
      squares: trust * squares + (1 - trust) * expectedSquares,
      differing,
    };
  }
}
