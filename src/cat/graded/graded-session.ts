import { fail } from '../../errors.ts';
import { type RandomStream, randomInteger } from '../../random.ts';
import type { GradedBank } from './graded-bank.ts';
import { GradedPosterior } from './graded-posterior.ts';
import { type GivenGrades, type GradedPrediction, predictGrades } from './graded-prediction.ts';

export interface GradedTestOptions {
  /** Weight of each item in the score, adding up to 1. Items of weight 0 are not asked and do not count. */
  readonly weights: Float64Array;
  /** The chance that an item is drawn at random instead of chosen by information: 0 for none, 1 for a random test. */
  readonly randomShare: number;
  readonly random: RandomStream;
  /** Whether an item that counts can be asked; by default all can. */
  readonly isAskable?: ((item: number) => boolean) | undefined;
  /** Items that may be asked without the answers of those before; default 1: each item waits for all answers. */
  readonly lag?: number | undefined;
}

/**
 * An adaptive test of one examinee on items with several categories. The next item has the largest expected information under the posterior
 * of the ability, Σ_q w_q I_j(θ_q), or is drawn at random; of equal items the first in the bank.
 *
 * With a lag of L, item t is chosen by the answers to the first t − L items, also if more have arrived: so the items do not depend on when answers arrive.
 *
 * @see van der Linden (1998), Psychometrika 63, 201–216, for posterior-weighted information; Dodd, De Ayala & Koch (1995), Applied
 * Psychological Measurement 19, 5–22, for adaptive tests with several categories
 */
export class GradedSession {
  readonly #bank: GradedBank;
  readonly #options: GradedTestOptions;
  readonly #lag: number;
  /** By the first `#folded` answers, in the order in which items were asked. */
  readonly #posterior: GradedPosterior;
  /** Items that can still be asked: the first `#left` entries, in no order. */
  readonly #eligible: Int32Array;
  #left: number;
  #next = -1;
  /** In the order asked: item, category of its answer or −1, score or NaN. */
  readonly #index: Int32Array;
  readonly #categories: Int16Array;
  readonly #scores: Float64Array;
  readonly #place: Int32Array;
  #issued = 0;
  #answered = 0;
  #folded = 0;

  /** @throws OPTION_INVALID for a share outside [0, 1], a lag below 1, or weights that are not one per item */
  constructor(bank: GradedBank, options: GradedTestOptions) {
    const { weights, randomShare, lag = 1, isAskable = () => true } = options;
    const invalid = (option: string, found: string, accepted: string) =>
      fail('OPTION_INVALID', { option, found, accepted });
    if (!(randomShare >= 0 && randomShare <= 1))
      invalid('randomShare', `${randomShare}`, 'a number from 0 to 1');
    if (weights.length !== bank.items.count)
      invalid(
        'weights',
        `${weights.length} weights`,
        `one for each of the ${bank.items.count} items`,
      );
    if (!(Number.isInteger(lag) && lag >= 1))
      invalid('lag', `${lag}`, 'a whole number of at least 1');
    this.#bank = bank;
    this.#options = options;
    this.#lag = lag;
    this.#posterior = new GradedPosterior(bank);
    this.#eligible = Int32Array.from(weights.keys()).filter((j) => weights[j] > 0 && isAskable(j));
    this.#left = this.#eligible.length;
    this.#index = new Int32Array(this.#left);
    this.#categories = new Int16Array(this.#left).fill(-1);
    this.#scores = new Float64Array(this.#left).fill(Number.NaN);
    this.#place = new Int32Array(bank.items.count).fill(-1);
  }

  /** Number of items asked, answered or not. */
  get issued(): number {
    return this.#issued;
  }

  /** True if no item is left to ask. */
  get isUsedUp(): boolean {
    return this.#left === 0;
  }

  /** The item to ask now; null when all were asked, or if answers must come first. The same item until it is asked. */
  next(): number | null {
    if (this.#left === 0) return null;
    if (this.#next >= 0) return this.#next;
    if (!this.#fold(this.#issued + 1 - this.#lag)) return null;
    const { random, randomShare } = this.#options;
    const isRandom = randomShare > 0 && (randomShare === 1 || random() < randomShare);
    this.#next = isRandom
      ? this.#eligible[randomInteger(random, this.#left)]
      : this.#mostInformative();
    return this.#next;
  }

  /** Asks the item of `next`, whose answer may come later. */
  ask(): number | null {
    const j = this.next();
    if (j !== null) this.#issue(j);
    return j;
  }

  #issue(j: number): void {
    this.#index[this.#issued] = j;
    this.#place[j] = this.#issued++;
    const at = this.#eligible.indexOf(j);
    this.#eligible[at] = this.#eligible[--this.#left];
    this.#next = -1;
  }

  /** A test with the answers so far except those to some items, as if these had never been asked. This one stays as it is. */
  without(items: ReadonlySet<number>): GradedSession {
    const rest = new GradedSession(this.#bank, this.#options);
    for (let t = 0; t < this.#issued; t++) {
      const j = this.#index[t];
      if (items.has(j) || this.#categories[t] < 0) continue;
      rest.#issue(j);
      rest.record(j, this.#categories[t], this.#scores[t]);
    }
    return rest;
  }

  /**
   * Records the answer to an item that was asked.
   * @param category from 0
   * @param score what the answer counts; by default the score of its category
   * @throws OPTION_INVALID for an item that was not asked, or has its answer; VALUE_NOT_FINITE for a category that the item does not have, or
   * a score outside [0, 1]
   */
  record(j: number, category: number, score?: number): void {
    const { items } = this.#bank;
    const place = this.#place[j] ?? -1;
    if (place < 0 || this.#categories[place] >= 0)
      fail('OPTION_INVALID', {
        option: 'answer',
        found: `an answer to item ${j + 1}, which ${place < 0 ? 'was not asked' : 'has its answer'}`,
        accepted: 'one answer per item asked',
      });
    this.#check(j, category, score);
    this.#categories[place] = category;
    this.#scores[place] = score ?? items.scores[items.scoresFrom[j] + category];
    this.#answered++;
  }

  /** Asks the item of `next` and records its answer. @throws as `record` */
  answer(category: number, score?: number): void {
    const j = this.next();
    if (j === null)
      fail('OPTION_INVALID', {
        option: 'answer',
        found: 'an answer after the last item',
        accepted: 'one answer per item',
      });
    this.#check(j, category, score);
    this.ask();
    this.record(j, category, score);
  }

  #check(j: number, category: number, score?: number): void {
    const last = this.#bank.items.categories[j] - 1;
    if (!(Number.isInteger(category) && category >= 0 && category <= last))
      fail('VALUE_NOT_FINITE', {
        name: `the answer to item ${j + 1}`,
        found: category,
        accepted: `categories from 0 to ${last}`,
      });
    if (score !== undefined && !(score >= 0 && score <= 1))
      fail('VALUE_NOT_FINITE', {
        name: `the score of item ${j + 1}`,
        found: score,
        accepted: 'a number from 0 to 1',
      });
  }

  /** The answers so far, in the order in which their items were asked. */
  get given(): GivenGrades {
    const places = Array.from({ length: this.#issued }, (_, t) => t).filter(
      (t) => this.#categories[t] >= 0,
    );
    return {
      index: Int32Array.from(places, (t) => this.#index[t]),
      categories: Int16Array.from(places, (t) => this.#categories[t]),
      scores: Float64Array.from(places, (t) => this.#scores[t]),
    };
  }

  /** The posterior of the ability by all answers so far. */
  get posterior(): GradedPosterior {
    this.#fold(this.#answered);
    if (this.#folded === this.#answered && this.#lag === 1) return this.#posterior;
    const posterior = new GradedPosterior(this.#bank);
    const { index, categories } = this.given;
    index.forEach((j, t) => {
      posterior.add(j, categories[t]);
    });
    return posterior;
  }

  /** The score on the whole bank by all answers so far: see `predictGrades`. */
  predict(): GradedPrediction {
    return predictGrades(this.#bank, this.posterior, this.#options.weights, this.given);
  }

  /** Puts the first `count` answers into the posterior; false if one of them is missing. */
  #fold(count: number): boolean {
    for (; this.#folded < count; this.#folded++) {
      const category = this.#categories[this.#folded];
      if (!(category >= 0)) return false;
      this.#posterior.add(this.#index[this.#folded], category);
    }
    return true;
  }

  #mostInformative(): number {
    const { information, nodes } = this.#bank;
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (let e = 0; e < this.#left; e++) {
      const j = this.#eligible[e];
      const value = this.#posterior.mean(information, j * nodes.length);
      if (value > most || (value === most && j < best)) {
        best = j;
        most = value;
      }
    }
    return best;
  }
}
