import { fail } from '../../errors.ts';
import type { PredictedScore } from '../../irt/predicted-score.ts';
import { type RandomStream, randomInteger } from '../../random.ts';
import type { GradedBank } from './graded-bank.ts';
import { GradedPosterior } from './graded-posterior.ts';

export interface GradedTestOptions {
  /** Weight of each item in the score, adding up to 1. Items of weight 0 are not asked and do not count. */
  readonly weights: Float64Array;
  /** The chance that an item is drawn at random instead of chosen by information: 0 for none, 1 for a random test. */
  readonly randomShare: number;
  readonly random: RandomStream;
}

/** The score on the whole bank, as a graded test predicts it. */
export interface GradedPrediction extends PredictedScore {
  /** Posterior mean and standard deviation of the ability. */
  readonly ability: number;
  readonly abilityError: number;
  /** Weight of the items that were not asked. */
  readonly open: number;
}

/**
 * An adaptive test of one examinee on items with several categories. The next item has the largest expected information under the posterior
 * of the ability, Σ_q w_q I_j(θ_q), or is drawn at random; of equal items the first in the bank.
 *
 * @see van der Linden (1998), Psychometrika 63, 201–216, for posterior-weighted information; Dodd, De Ayala & Koch (1995), Applied
 * Psychological Measurement 19, 5–22, for adaptive tests with several categories
 */
export class GradedSession {
  readonly #bank: GradedBank;
  readonly #options: GradedTestOptions;
  readonly #posterior: GradedPosterior;
  /** Items that can still be asked: the first `#left` entries, in no order. */
  readonly #eligible: Int32Array;
  readonly #isOpen: Uint8Array;
  #left: number;
  #next = -1;
  #observed = 0;

  /** @throws OPTION_INVALID for a share outside [0, 1] or weights that are not one per item */
  constructor(bank: GradedBank, options: GradedTestOptions) {
    const { weights, randomShare } = options;
    if (!(randomShare >= 0 && randomShare <= 1))
      fail('OPTION_INVALID', {
        option: 'randomShare',
        found: `${randomShare}`,
        accepted: 'a number from 0 to 1',
      });
    if (weights.length !== bank.items.count)
      fail('OPTION_INVALID', {
        option: 'weights',
        found: `${weights.length} weights`,
        accepted: `one for each of the ${bank.items.count} items`,
      });
    this.#bank = bank;
    this.#options = options;
    this.#posterior = new GradedPosterior(bank);
    this.#isOpen = Uint8Array.from(weights, (w) => (w > 0 ? 1 : 0));
    this.#eligible = Int32Array.from(weights.keys()).filter((j) => weights[j] > 0);
    this.#left = this.#eligible.length;
  }

  /** The item to ask now; null when all were asked. The same item until it is answered. */
  next(): number | null {
    if (this.#left === 0) return null;
    if (this.#next >= 0) return this.#next;
    const { random, randomShare } = this.#options;
    const isRandom = randomShare > 0 && (randomShare === 1 || random() < randomShare);
    this.#next = isRandom
      ? this.#eligible[randomInteger(random, this.#left)]
      : this.#mostInformative();
    return this.#next;
  }

  /**
   * Records the answer to the item of `next`.
   * @param category from 0
   * @param score what the answer counts; by default the score of its category
   * @throws VALUE_NOT_FINITE for a category that the item does not have, or a score outside [0, 1]
   */
  answer(category: number, score?: number): void {
    const { items } = this.#bank;
    const j = this.next();
    if (j === null)
      fail('OPTION_INVALID', {
        option: 'answer',
        found: 'an answer after the last item',
        accepted: 'one answer per item',
      });
    const own = score ?? items.scores[items.scoresFrom[j] + category];
    if (!(Number.isInteger(category) && category >= 0 && category < items.categories[j]))
      fail('VALUE_NOT_FINITE', {
        name: `the answer to item ${j + 1}`,
        found: category,
        accepted: `categories from 0 to ${items.categories[j] - 1}`,
      });
    if (!(own >= 0 && own <= 1))
      fail('VALUE_NOT_FINITE', {
        name: `the score of item ${j + 1}`,
        found: own,
        accepted: 'a number from 0 to 1',
      });
    this.#posterior.add(j, category);
    this.#observed += this.#options.weights[j] * own;
    this.#isOpen[j] = 0;
    const at = this.#eligible.indexOf(j);
    this.#eligible[at] = this.#eligible[--this.#left];
    this.#next = -1;
  }

  /**
   * The recorded scores of the items asked and the expected ones of the others, both averaged over the posterior of the ability. The variance is that of
   * the expected score over the posterior, Var(Σ w E_j(θ)), and that of answers not given, Σ w² E[Var(u_j | θ)]. It does not include
   * misfit: see `gradedInterval`.
   */
  predict(): GradedPrediction {
    const { nodes, expected, variance } = this.#bank;
    const { weights } = this.#options;
    const posterior = this.#posterior;
    const width = nodes.length;
    const curve = new Float64Array(width);
    let open = 0;
    let chance = 0;
    for (let j = 0; j < weights.length; j++) {
      if (this.#isOpen[j] === 0) continue;
      const w = weights[j];
      const row = j * width;
      open += w;
      chance += w * w * posterior.mean(variance, row);
      for (let q = posterior.first; q <= posterior.last; q++) curve[q] += w * expected[row + q];
    }
    return {
      score: this.#observed + posterior.mean(curve),
      se: Math.sqrt(posterior.variance(curve) + chance),
      least: this.#observed,
      most: this.#observed + open,
      ability: posterior.mean(nodes),
      abilityError: Math.sqrt(posterior.variance(nodes)),
      open,
    };
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
