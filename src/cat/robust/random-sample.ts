import {
  type SampledStratum,
  stratifiedMean,
  stratifiedVariance,
} from '../../statistics/stratified-sample.ts';

/** Random items before which they contradict nothing. */
const FEWEST = 20;
/** Standard errors by which they contradict a score. */
const CLEARLY = 3;

/**
 * The random items of a test that have answers, as a sample of the bank. All items up to the last one drawn from the random order
 * are one, also those that were asked before their turn: the order was drawn before any answer. How long the
 * sample is depends on the answers; in 400 simulated tests that moved its mean by less than a tenth of its standard error.
 */
export class RandomSample {
  readonly #order: Int32Array;
  /** One for each weight that items have. */
  readonly #strata: { -readonly [K in keyof SampledStratum]: SampledStratum[K] }[] = [];
  /** By place in the order. */
  readonly #stratum: Uint32Array;
  #counted = 0;

  /** @param order of all items that can be drawn */
  constructor(order: Int32Array, weights: Float64Array) {
    const numbers = new Map<number, number>();
    this.#order = order;
    this.#stratum = Uint32Array.from(order, (j) => {
      const s = numbers.get(weights[j]) ?? numbers.size;
      numbers.set(weights[j], s);
      this.#strata[s] ??= { weight: 0, size: 0, drawn: 0, sum: 0, squares: 0 };
      this.#strata[s].weight += weights[j];
      this.#strata[s].size++;
      return s;
    });
  }

  get strata(): readonly SampledStratum[] {
    return this.#strata;
  }

  /**
   * Counts the answers that have come.
   *
   * @param end how many of the order were reached
   * @param scoreOf the score of an item; NaN if its answer is awaited. The sample ends before it, since late answers may be those to
   * hard items
   */
  update(end: number, scoreOf: (item: number) => number): void {
    for (; this.#counted < end; this.#counted++) {
      const u = scoreOf(this.#order[this.#counted]);
      if (Number.isNaN(u)) return;
      const own = this.#strata[this.#stratum[this.#counted]];
      own.drawn++;
      own.sum += u;
      own.squares += u * u;
    }
  }
}

/** Number of random items with an answer. */
export function drawnItems(sample: readonly SampledStratum[]): number {
  return sample.reduce((count, { drawn }) => count + drawn, 0);
}

/**
 * True if a score is more than three standard errors by the answers from the mean of the random items. These errors can be smaller
 * than those of isContradicted, so this also holds for some scores without the alarm.
 *
 * @param score in [0, 1]
 */
export function isApart(sample: readonly SampledStratum[], score: number): boolean {
  return isFurther(sample, score, stratifiedVariance(sample, score));
}

/**
 * True if a score is more than three standard errors from the mean of the random items. A prediction that uses these answers too
 * differs less from their mean than the mean from the truth, if its model is right (Hausman 1978). So the mean's own standard error is
 * more than that of the difference. It is the larger one of those by the score and by the answers: few right or few wrong answers are
 * skewed, and either alone would be too small at one end.
 *
 * @param score in [0, 1]
 * @see Hausman (1978), Econometrica 46, 1251–1271
 */
export function isContradicted(sample: readonly SampledStratum[], score: number): boolean {
  const known = sample.reduce((sum, { drawn, weight }) => sum + (drawn > 0 ? weight : 0), 0);
  let byScore = 0;
  for (const { weight, size, drawn } of sample)
    if (drawn > 0 && size > 1)
      byScore +=
        ((weight / known) ** 2 * ((size - drawn) / (size - 1)) * score * (1 - score)) / drawn;
  return isFurther(sample, score, Math.max(byScore, stratifiedVariance(sample, score)));
}

function isFurther(sample: readonly SampledStratum[], score: number, variance: number): boolean {
  if (drawnItems(sample) < FEWEST) return false;
  const difference = Math.abs(score - stratifiedMean(sample));
  // Of a test of all items the two are the same sum, up to rounding.
  return variance > 0 && difference > CLEARLY * Math.sqrt(variance);
}
