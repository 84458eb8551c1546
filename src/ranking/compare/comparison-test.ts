import type { ItemParameters } from '../../irt/parameters.ts';
import { type RandomStream, randomStream } from '../../random.ts';
import { AnswerCurves } from './answer-curves.ts';
import { type DifferenceMoments, differenceMoments } from './difference-moments.ts';
import {
  type DifferenceDraw,
  DifferenceSample,
  type SampledDifference,
} from './difference-sample.ts';
import { type DifferenceWithout, differenceWithout } from './difference-without.ts';
import { drawBySize } from './draw-by-size.ts';
import { kinship } from './kinship.ts';
import { nearAbilities } from './near-abilities.ts';
import { RemainingItems } from './remaining-items.ts';

/**
 * Part of the mean variance of all items that is added to each: an item that the calibration takes as decided can still differ, and a
 * tiny probability of being drawn would give it an enormous weight.
 */
const FLOOR = 0.05;
/** Items of the first batch; each further batch is half of the items asked so far, at least as many. */
const FIRST_BATCH = 20;
const BATCH_SHARE = 0.5;

const NOTHING = new Float64Array(0);

/** How items are drawn. */
export interface ComparisonDesign {
  /** Item parameters of a calibration without the compared models and their families; null without any: all items alike. */
  readonly parameters: ItemParameters | null;
  /** By item, adding up to 1; 0 if the item is not in the comparison. */
  readonly weights: Float64Array;
  /** By examinee: its recorded answers, or null if it is to be asked. The first is what all others are compared with. */
  readonly recorded: readonly (ArrayLike<number> | null)[];
  /** Correlation of two examinees' answers beyond their abilities, before any answer. */
  readonly kinship: number;
  readonly seed: string;
}

interface Examinee {
  readonly recorded: ArrayLike<number> | null;
  readonly scores: Float64Array;
  /** Log likelihood of its answers by ability, and its expected answers. */
  likelihood: Float64Array;
  curve: Float64Array;
}

/** Items that were drawn together and wait for their answers. */
interface Batch {
  readonly items: Int32Array;
  readonly sizes: Float64Array;
  /** By comparison, then by item. */
  readonly moments: readonly { readonly mean: Float64Array; readonly variance: Float64Array }[];
}

/**
 * Compares each examinee with the first one on items drawn for their differences: in batches, each item with a probability proportional
 * to weight × √(expected squared error of its predicted difference), by a response model that is updated with the answers after each
 * batch. All examinees are asked the same items. The estimates are design-based: see DifferenceSample.
 *
 * Deterministic: items depend on the design and the answers, not on when answers arrive.
 */
export class ComparisonTest {
  readonly #weights: Float64Array;
  readonly #examinees: readonly Examinee[];
  /** Null without parameters. */
  readonly #curves: AnswerCurves | null;
  readonly #samples: readonly DifferenceSample[];
  /** By comparison: the draws, in the order of the items asked. */
  readonly #draws: readonly DifferenceDraw[][];
  readonly #kinships: number[];
  readonly #priorKinship: number;
  readonly #random: RandomStream;
  readonly #open: Uint8Array;
  readonly #asked: number[] = [];
  readonly size: number;
  #batch: Batch | null = null;

  constructor({ parameters, weights, recorded, kinship: prior, seed }: ComparisonDesign) {
    this.#weights = weights;
    this.#curves = parameters === null ? null : new AnswerCurves(parameters);
    this.#open = Uint8Array.from(weights, (weight) => (weight > 0 ? 1 : 0));
    this.size = this.#open.reduce((sum, one) => sum + one, 0);
    const all = [...weights.keys()].filter((j) => weights[j] > 0);
    this.#examinees = recorded.map((own): Examinee => {
      const scores = Float64Array.from(weights, (_, j) => (own === null ? Number.NaN : own[j]));
      const examinee = { recorded: own, scores, likelihood: NOTHING, curve: NOTHING };
      if (own !== null) this.#learn(examinee, all);
      return examinee;
    });
    this.#samples = recorded.slice(1).map(() => new DifferenceSample());
    this.#draws = recorded.slice(1).map(() => []);
    this.#kinships = recorded.slice(1).map(() => prior);
    this.#priorKinship = prior;
    this.#random = randomStream(seed, 'compare');
    this.#expect();
  }

  /** Items drawn so far, in order, with those that wait for answers. */
  get asked(): readonly number[] {
    return [...this.#asked, ...(this.#batch?.items ?? [])];
  }

  /** The scores of an examinee on the items drawn so far, in that order; NaN where there is none. */
  scores(examinee: number): number[] {
    return this.asked.map((j) => this.#examinees[examinee].scores[j]);
  }

  /** Items with the answers of all. */
  get answered(): number {
    return this.#asked.length;
  }

  /** Correlation of the answers of each examinee and the first beyond their abilities, as found so far. */
  get kinships(): readonly number[] {
    return this.#kinships;
  }

  /** Items that the next batch has by itself. */
  get batchSize(): number {
    return Math.max(FIRST_BATCH, Math.round(BATCH_SHARE * this.#asked.length));
  }

  /**
   * Draws the next batch.
   * @param most items of it at most
   * @returns positions of the items, in the order of the draws; empty if no item is left
   */
  next(most: number): Int32Array {
    if (this.#batch !== null) throw new Error('the last batch waits for answers');
    const moments = this.#moments();
    const sizes = this.#sizes(moments.map(({ variance }) => variance));
    const items = drawBySize(sizes, Math.min(most, this.batchSize), this.#random);
    this.#batch = items.length === 0 ? null : { items, sizes, moments };
    return items;
  }

  /** @param score in [0, 1] */
  record(examinee: number, item: number, score: number): void {
    this.#examinees[examinee].scores[item] = score;
  }

  /**
   * Counts the answers of the last batch: up to the first item, in the order of the draws, that some examinee has not answered. What is
   * left of an unfinished batch is a sample all the same, because each draw has its probability given those before it.
   */
  close(): void {
    if (this.#batch === null) return;
    const { items, sizes, moments } = this.#batch;
    this.#batch = null;
    const weights = this.#weights;
    const first = this.#examinees[0];
    const isAnswered = (j: number) =>
      this.#examinees.every(({ scores }) => !Number.isNaN(scores[j]));
    const end = items.findIndex((j) => !isAnswered(j));
    const counted = end < 0 ? items : items.subarray(0, end);
    const isOpen = Uint8Array.from(this.#open);
    moments.forEach(({ mean, variance }, k) => {
      const other = this.#examinees[k + 1];
      const left = new RemainingItems(weights, variance, sizes);
      let rest = 0;
      for (let j = 0; j < weights.length; j++) if (sizes[j] > 0) rest += weights[j] * mean[j];
      for (const j of counted) {
        const draw = {
          weight: weights[j],
          difference: other.scores[j] - first.scores[j],
          expected: mean[j],
          expectedRest: rest,
          probability: left.probability(j),
          variance: left.variance,
        };
        this.#samples[k].add(draw);
        this.#draws[k].push(draw);
        left.remove(j);
        rest -= weights[j] * mean[j];
        isOpen[j] = 0;
      }
    });
    this.#open.set(isOpen);
    this.#asked.push(...counted);
    this.#expect();
  }

  /** The difference of each examinee from the first, from the answers so far; null before the first. */
  differences(): (SampledDifference | null)[] {
    return this.#samples.map((sample, k) =>
      sample.estimate(this.#expectedSquares(k), this.#asked.length === this.size),
    );
  }

  /**
   * The differences on the items where both answers are there, from the answers so far; null without any such item.
   * @param isAbsent whether the score of an examinee on an item stands for an answer that is not there
   */
  differencesWithout(
    isAbsent: (examinee: number, item: number) => boolean,
  ): (DifferenceWithout | null)[] {
    const itemSquares = this.#weights.reduce((sum, weight) => sum + weight * weight, 0);
    return this.#draws.map((draws, k) => {
      const isThere = this.#asked.map((j) => !isAbsent(0, j) && !isAbsent(k + 1, j));
      const isWhole = this.#asked.length === this.size;
      return differenceWithout(draws, isThere, isWhole, itemSquares, this.#expectedSquares(k));
    });
  }

  /** The variance that was expected of a difference by the answers so far; 0 before any. */
  expectedVariance(comparison: number): number {
    const { precision } = this.#samples[comparison];
    return precision > 0 ? 1 / precision : 0;
  }

  /**
   * What is expected of each comparison at some numbers of items, those asked so far included: the variance of its difference, 0 at the
   * whole bank, and Σ weight² d². As if items went on being drawn by what is known now.
   */
  plan(
    lengths: readonly number[],
  ): { readonly variances: Float64Array; readonly squares: number }[] {
    const moments = this.#moments();
    const sizes = this.#sizes(moments.map(({ variance }) => variance));
    const order = drawBySize(sizes, this.size, randomStream('plan'));
    return moments.map(({ variance }, k) => {
      const left = new RemainingItems(this.#weights, variance, sizes);
      const variances = new Float64Array(lengths.length);
      let precision = this.#samples[k].precision;
      order.forEach((j, m) => {
        precision += 1 / left.variance;
        left.remove(j);
        const asked = this.#asked.length + m + 1;
        lengths.forEach((length, at) => {
          if (length === asked && length < this.size) variances[at] = 1 / precision;
        });
      });
      return { variances, squares: this.#expectedSquares(k) };
    });
  }

  /** Updates what is expected of each examinee from the answers. */
  #expect(): void {
    for (const examinee of this.#examinees)
      if (examinee.recorded === null) this.#learn(examinee, this.#asked);
    const curves = this.#curves;
    if (curves !== null) {
      const posteriors = nearAbilities(this.#examinees.map(({ likelihood }) => likelihood));
      this.#examinees.forEach((examinee, i) => {
        examinee.curve = curves.expect(posteriors[i]);
      });
    }
    const [first, ...others] = this.#examinees;
    others.forEach((other, k) => {
      this.#kinships[k] = kinship(this.#asked, first, other, this.#priorKinship);
    });
  }

  /** What an examinee's own answers say. Without parameters all items are alike, and its expected answer is its share right so far. */
  #learn(examinee: Examinee, answered: ArrayLike<number>): void {
    const { scores } = examinee;
    if (this.#curves !== null) {
      examinee.likelihood = this.#curves.logLikelihood(answered, scores);
      return;
    }
    let right = 0;
    for (let k = 0; k < answered.length; k++) right += scores[answered[k]];
    // Laplace's rule of succession: a uniform prior of the share.
    examinee.curve = new Float64Array(scores.length).fill((right + 1) / (answered.length + 2));
  }

  #moments(): Batch['moments'] {
    const count = this.#weights.length;
    const [first, ...others] = this.#examinees;
    const to: DifferenceMoments = { mean: 0, variance: 0 };
    return others.map((other, k) => {
      const mean = new Float64Array(count);
      const variance = new Float64Array(count);
      for (let j = 0; j < count; j++) {
        if (this.#weights[j] === 0) continue;
        const [a, b] = [first.scores[j], other.scores[j]];
        differenceMoments(first.curve[j], other.curve[j], this.#kinships[k], a, b, to);
        mean[j] = to.mean;
        variance[j] = to.variance;
      }
      this.#raise(variance);
      return { mean, variance };
    });
  }

  /** Adds FLOOR of their mean to the variances of the items that are left. */
  #raise(variance: Float64Array): void {
    let total = 0;
    let open = 0;
    for (let j = 0; j < variance.length; j++) {
      if (this.#open[j] === 0) continue;
      total += variance[j];
      open++;
    }
    const floor = (FLOOR * total) / Math.max(1, open);
    for (let j = 0; j < variance.length; j++) variance[j] += this.#open[j] * floor;
  }

  /** Sizes of the items that are left; √ of the mean variance of all comparisons, because all are asked the same items. */
  #sizes(variances: readonly Float64Array[]): Float64Array {
    const sizes = new Float64Array(this.#weights.length);
    for (let j = 0; j < sizes.length; j++) {
      if (this.#open[j] === 0) continue;
      for (const variance of variances) sizes[j] += variance[j] / variances.length;
      sizes[j] = this.#weights[j] * Math.sqrt(sizes[j]);
    }
    return sizes;
  }

  /** Σ weight² d²: of the items asked as they are, of the others as expected. */
  #expectedSquares(k: number): number {
    const { mean, variance } = this.#moments()[k];
    let squares = this.#samples[k].known.squares;
    for (let j = 0; j < mean.length; j++)
      if (this.#open[j] === 1) squares += this.#weights[j] ** 2 * (mean[j] ** 2 + variance[j]);
    return squares;
  }
}
