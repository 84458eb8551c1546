import { type Asked, ExamineePosterior } from './examinee-posterior.ts';
import type { ScoreModel } from './score-model.ts';
import { predictScore, type ScorePrediction } from './score-prediction.ts';

export interface RobustOptions {
  /** Weights of the items in the full score, adding up to 1; items of weight 0 are not asked. */
  readonly weights: Float64Array;
  /** Items in random order, every prefix of which has each stratum in proportion. */
  readonly randomOrder: Int32Array;
  /** Share of the items that come from the random order. */
  readonly randomShare: number;
}

/** Answers after which the posterior is found anew: often at first, then now and then. */
function isRefresh(count: number): boolean {
  return count <= 20 ? count % 5 === 0 : count % 20 === 0;
}

/**
 * A test that chooses items for the score that is reported: a share of them at random, so that what the model does not
 * know is seen, and the others c-optimal: the item that most reduces the posterior variance of the predicted score,
 * w (g'VA)² / (1 + w A'VA), where A is the item's direction, w its information, V the posterior covariance and g the
 * score's gradient.
 *
 * @see Elfving (1952), Annals of Mathematical Statistics 23, 255–262; van der Linden & Ren (2015), Psychometrika 80, 263–288
 */
export class RobustSession {
  readonly posterior: ExamineePosterior;
  readonly #options: RobustOptions;
  readonly #open: Uint8Array;
  readonly #index: Int32Array;
  readonly #scores: Float64Array;
  #count = 0;
  #nextRandom = 0;
  #due = 0;
  /** As of the last refresh: the gradient of the score over the open items; */
  readonly #gradient: Float64Array;
  /** of each item w/(1 + w A'VA), −1 where it is closed; */
  readonly #gains: Float64Array;
  /** and its weights of the abilities, J × K. */
  readonly #directions: Float64Array;
  #isFresh = false;

  constructor(model: ScoreModel, options: RobustOptions) {
    this.#options = options;
    this.posterior = new ExamineePosterior(model);
    this.#open = Uint8Array.from(options.weights, (w) => (w > 0 ? 1 : 0));
    this.#index = new Int32Array(model.items);
    this.#scores = new Float64Array(model.items);
    this.#gradient = new Float64Array(this.posterior.size);
    this.#gains = new Float64Array(model.items);
    this.#directions = new Float64Array(model.items * model.dimensions);
  }

  get asked(): Asked {
    return { index: this.#index, scores: this.#scores, count: this.#count };
  }

  /** The item to ask next; −1 where none is left. */
  next(): number {
    const { randomShare } = this.#options;
    this.#due += randomShare;
    if (this.#due >= 1 - 1e-9) {
      const j = this.#random();
      if (j >= 0) this.#due -= 1;
      return j;
    }
    return this.#best();
  }

  #random(): number {
    const { randomOrder } = this.#options;
    while (this.#nextRandom < randomOrder.length) {
      const j = randomOrder[this.#nextRandom];
      if (this.#open[j] === 1) return j;
      this.#nextRandom++;
    }
    return -1;
  }

  #best(): number {
    const { posterior } = this;
    const { model, size } = posterior;
    if (!this.#isFresh) this.#refresh();
    // h = V g: how a unit of information in each direction moves the score.
    const h = new Float64Array(size);
    const v = posterior.covariance;
    for (let d = 0; d < size; d++) {
      let sum = 0;
      for (let e = 0; e < size; e++) sum += v[size * d + e] * this.#gradient[e];
      h[d] = sum;
    }
    const { dimensions, groupings } = model;
    const { firsts } = posterior;
    const groups = groupings.map(({ of }) => of);
    const directions = this.#directions;
    const gains = this.#gains;
    let best = -1;
    let most = -1;
    for (let j = 0, at = 0; j < model.items; j++, at += dimensions) {
      const gain = gains[j];
      // Closed items have none.
      if (gain < 0) continue;
      let along = 0;
      for (let d = 0; d < dimensions; d++) along += directions[at + d] * h[d];
      for (let g = 0; g < groups.length; g++) along += h[firsts[g] + groups[g][j]];
      const value = gain * along * along;
      if (value > most) {
        most = value;
        best = j;
      }
    }
    return best;
  }

  /** The curves, the score's gradient and the items' variances at the posterior as it is now. */
  #refresh(): void {
    const { posterior } = this;
    const { dimensions, coefficients, groupings, items } = posterior.model;
    const { weights } = this.#options;
    posterior.placeAll();
    posterior.logitVariances(this.#gains);
    this.#gradient.fill(0);
    const { flatness, slope, probability } = posterior;
    for (let j = 0, at = 0; j < items; j++, at += dimensions) {
      if (this.#open[j] === 0) {
        this.#gains[j] = -1;
        continue;
      }
      const p = probability[j];
      const information = (slope[j] * slope[j]) / Math.max(p * (1 - p), 1e-9);
      this.#gains[j] = information / (1 + information * this.#gains[j]);
      const share = weights[j] * slope[j];
      const first = (dimensions + 1) * j + 1;
      for (let d = 0; d < dimensions; d++) {
        const along = coefficients[first + d] * flatness[j];
        this.#directions[at + d] = along;
        this.#gradient[d] += share * along;
      }
      for (let g = 0; g < groupings.length; g++) this.#gradient[posterior.effect(g, j)] += share;
    }
    this.#isFresh = true;
  }

  /** The answer to item `j`. */
  record(j: number, score: number): void {
    this.#open[j] = 0;
    this.#gains[j] = -1;
    this.#index[this.#count] = j;
    this.#scores[this.#count++] = score;
    if (isRefresh(this.#count)) {
      this.posterior.update(this.asked);
      this.#isFresh = false;
    } else {
      this.posterior.place(j);
      this.posterior.narrow(j);
    }
  }

  /** The predicted score, from a posterior found anew. */
  predict(): ScorePrediction {
    this.posterior.update(this.asked);
    const prediction = predictScore(this.posterior, this.asked, this.#options.weights);
    this.#isFresh = false;
    return prediction;
  }
}
