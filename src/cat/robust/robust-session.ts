import { fail } from '../../errors.ts';
import type { SampledStratum } from '../../statistics/stratified-sample.ts';
import { type Alarm, alarmOf, type CalibratedRange } from './alarm.ts';
import { type Cells, cellsOf } from './cells.ts';
import { type AnsweredItems, ExamineePosterior } from './examinee-posterior.ts';
import { type Contrast, HypothesisAverage } from './hypothesis-average.ts';
import { type ItemCosts, Spending } from './item-costs.ts';
import { RandomSample } from './random-sample.ts';
import type { ScoreModel } from './score-model.ts';
import type { ScorePrediction, ScoreTarget } from './score-prediction.ts';

export interface RobustOptions {
  /** Weights of the items in the full score, adding up to 1; items of weight 0 are not asked. */
  readonly weights: Float64Array;
  /** Items that can be asked, of those that count; all of them by default. */
  readonly isAskable?: ((item: number) => boolean) | undefined;
  /** Items to choose only where no other is left, one entry per item: 1 if it is one. They are still drawn at random. */
  readonly flagged?: Uint8Array | null | undefined;
  /** Items in random order, every prefix of which has each stratum in proportion. */
  readonly randomOrder: Int32Array;
  /** Share of the items that come from the random order, of an examinee that is like those of the calibration. */
  readonly randomShare: number;
  /** Scores of the calibration's examinees; a test whose prediction leaves them raises its alarm. */
  readonly range?: CalibratedRange | undefined;
  /** Item n is chosen from answers 1 … n − lag at most; 1 by default. */
  readonly lag?: number | undefined;
  /**
   * What items cost: those that are chosen are chosen by information per dollar, and none is asked that the rest of the money does
   * not pay for. Random items are drawn as without costs. By default all cost the same.
   */
  readonly costs?: ItemCosts | undefined;
}

/** What `next` returns where an answer must come first. */
export const MUST_WAIT = -2;

const NONE: ReadonlySet<number> = new Set();

/** What a test would predict now. */
export interface RobustPreview {
  readonly prediction: ScorePrediction;
  readonly alarm: Alarm | null;
  readonly average: HypothesisAverage;
  /** The answers that it rests on, and the random items among them (`randomItems`). */
  readonly asked: AnsweredItems;
  readonly randomItems: readonly SampledStratum[];
}

/** An item that was asked or does not count; one that can be asked; one that cannot, and is to be predicted. */
const CLOSED = 0;
const ASKABLE = 1;
const PREDICTED = 2;

/**
 * What an item must be worth to be looked at before the next refresh, as a share of the best one's worth, until so many answers
 * and from then on: the first ones move the posterior a lot.
 */
const WORTH = { early: 0.1, later: 0.5 };
const EARLY = 20;

/** How much what the hypotheses disagree on counts in the choice: half, since none of them is just true. */
const DISAGREEMENT = 0.5;

/**
 * The number of answers after which the posterior is found again, given the last such number: after each at first, then every tenth
 * part, so that the work of long tests is not quadratic in their length.
 */
function nextRefresh(last: number): number {
  return last + Math.max(1, Math.ceil(last / 10));
}

/**
 * A test that chooses items for the score that is reported: a share of them at random, so that what the model does not
 * know is seen, and the others c-optimal: the item that most reduces the posterior variance of the predicted score,
 * w (g'VA + r)² / (1 + w A'VA), where A is the item's direction, w its information, V the posterior covariance, g the
 * score's gradient and r = (weight in the score) × P̄(1 − P̄) / slope, since the item's own answer is part of the score.
 * In terms of the item's answer that is its squared covariance with the score, over its variance. To the covariance under the
 * calibration's model half of what the hypotheses disagree on is added (HypothesisAverage.contrast): so easy items are asked
 * where a ceiling is in doubt. With costs it is the item with the greatest reduction per dollar.
 *
 * Answers count when the posterior is found again, every few items: in between only which items were asked matters, not
 * what was answered. So items are asked without waiting up to the next such place, and there only for answers 1 … n − lag;
 * items still awaited count with the information to be expected of them. For one bank, lag and set of answers the test is
 * the same, in whatever order answers arrive.
 *
 * @see Elfving (1952), Annals of Mathematical Statistics 23, 255–262; van der Linden & Ren (2015), Psychometrika 80, 263–288
 */
export class RobustSession {
  readonly posterior: ExamineePosterior;
  /** The same under each hypothesis of how the examinee differs from the calibration's. */
  readonly average: HypothesisAverage;
  readonly #options: RobustOptions;
  readonly #cells: Cells;
  readonly #lag: number;
  readonly #spending: Spending;
  /** Flagged items that are not chosen; null once no other is left. */
  #waiting: Uint8Array | null;
  /** By item: CLOSED, ASKABLE, PREDICTED. */
  readonly #open: Uint8Array;
  /** Whether random items are drawn from all that count. */
  readonly #isAllDrawable: boolean;
  /** By place from 0: the item, and its score or NaN while it is awaited. */
  readonly #index: Int32Array;
  readonly #scores: Float64Array;
  readonly #places = new Map<number, number>();
  #issued = 0;
  /** Answers 1 … folded are there, without a gap. */
  #folded = 0;
  #answered = 0;
  #nextRandom = 0;
  /** Items of the random order up to the last one that was drawn. */
  #drawn = 0;
  #sample: RandomSample | null = null;
  #due = 0;
  #refreshAt = nextRefresh(0);
  /** As of the last refresh: the gradient of the score over the open items; */
  readonly #gradient: Float64Array;
  /** the open items worth looking at; */
  readonly #candidates: Int32Array;
  #candidateCount = 0;
  /** of each of them 1 over the variance of its answer, per dollar where items have costs; */
  readonly #gains: Float64Array;
  /** of every item its own part r, */
  readonly #own: Float64Array;
  /** and what it was worth at most, −1 if it is closed. */
  readonly #bounds: Float64Array;
  #isFresh = false;
  /** What the hypotheses disagree on as of the last refresh, and the share of it that the items asked since have left. */
  readonly #contrast: Contrast;
  #contrastLeft = 0;
  /** The share of random items as it is now, and as it will be after the next answer. */
  #share: number;
  #nextShare: number;

  constructor(model: ScoreModel, options: RobustOptions) {
    this.#options = options;
    this.#lag = options.lag ?? 1;
    this.#spending = new Spending(options.costs);
    this.#waiting = options.flagged ?? null;
    this.#share = options.randomShare;
    this.#nextShare = options.randomShare;
    this.posterior = new ExamineePosterior(model);
    this.average = new HypothesisAverage(this.posterior);
    this.#cells = cellsOf(this.posterior);
    const { isAskable = () => true } = options;
    this.#open = Uint8Array.from(options.weights, (w, j) =>
      w > 0 ? (isAskable(j) ? ASKABLE : PREDICTED) : CLOSED,
    );
    this.#isAllDrawable = !this.#open.includes(PREDICTED);
    this.#contrast = {
      covariance: new Float64Array(model.items),
      variance: new Float64Array(model.items),
      scoreVariance: 0,
    };
    this.#index = new Int32Array(model.items);
    this.#scores = new Float64Array(model.items);
    this.#gradient = new Float64Array(this.posterior.size);
    this.#candidates = new Int32Array(model.items);
    this.#gains = new Float64Array(model.items);
    this.#own = new Float64Array(model.items);
    this.#bounds = new Float64Array(model.items);
  }

  /** The answers there are, by place. */
  get asked(): AnsweredItems {
    const [index, scores, count] = [this.#index, this.#scores, this.#answered];
    if (count === this.#folded) return { index, scores, count };
    const places = Array.from({ length: this.#issued }, (_, t) => t).filter(
      (t) => !Number.isNaN(scores[t]),
    );
    return {
      index: Int32Array.from(places, (t) => index[t]),
      scores: Float64Array.from(places, (t) => scores[t]),
      count,
    };
  }

  /** Number of items asked, answered or not. */
  get issued(): number {
    return this.#issued;
  }

  /** Dollars of the items asked; null without costs. */
  get spent(): number | null {
    return this.#spending.spent;
  }

  /** True if no item is left that the money pays for. */
  get isUsedUp(): boolean {
    return this.#spending.isUsedUp((j) => this.#open[j] === ASKABLE);
  }

  /** The item to ask next; MUST_WAIT; −1 if none is left. It is asked by `ask`, or by its answer. */
  next(): number {
    if (this.#refreshAt === this.#issued) return MUST_WAIT;
    if (this.#isRandomDue()) {
      const j = this.#random();
      // One beyond the money is not passed over for a cheaper one, which would be a sample of cheap items: the sample ends.
      if (j < 0 || this.#spending.fits(j)) return j;
    }
    // What a refresh goes by must be there.
    return this.#isFresh || this.#hasAnswers() ? this.#best() : MUST_WAIT;
  }

  /** True if all answers are there that the next item may be chosen from. */
  #hasAnswers(): boolean {
    return this.#folded >= this.#countable();
  }

  /** The number of answers that the next item may be chosen from. */
  #countable(): number {
    return Math.max(0, this.#issued + 1 - this.#lag);
  }

  #isRandomDue(): boolean {
    return this.#due + this.#share >= 1 - 1e-9;
  }

  #random(): number {
    const { randomOrder } = this.#options;
    while (this.#nextRandom < randomOrder.length) {
      const j = randomOrder[this.#nextRandom];
      if (this.#open[j] === ASKABLE) return j;
      this.#nextRandom++;
    }
    return -1;
  }

  #best(): number {
    if (!this.#isFresh) this.#refresh();
    let best = this.#bestCandidate();
    if (best < 0) {
      if (!this.#hasAnswers()) return MUST_WAIT;
      this.#refresh();
      best = this.#bestCandidate();
    }
    if (best < 0 && this.#waiting !== null) {
      this.#waiting = null;
      this.#refresh();
      best = this.#bestCandidate();
    }
    return best;
  }

  #bestCandidate(): number {
    const { along, slope, model } = this.posterior;
    const { dimensions } = model;
    const between = this.#contrast.covariance;
    const h = this.#leverage();
    const cell = this.#cells.of;
    const effects = this.#effects(h);
    const candidates = this.#candidates;
    let best = -1;
    let most = -1;
    for (let k = 0; k < this.#candidateCount; k++) {
      const j = candidates[k];
      if (this.#open[j] !== ASKABLE || !this.#spending.fits(j)) continue;
      let moves = this.#own[j] + effects[cell[j]];
      for (let d = 0; d < dimensions; d++) moves += along[dimensions * j + d] * h[d];
      const covariance = slope[j] * moves + this.#contrastLeft * between[j];
      const value = this.#gains[k] * covariance * covariance;
      if (value > most) {
        most = value;
        best = j;
      }
    }
    return best;
  }

  /** V g: how a unit of information in each direction moves the score. */
  #leverage(): Float64Array {
    const { size, covariance: v } = this.posterior;
    const h = new Float64Array(size);
    for (let d = 0; d < size; d++) {
      let sum = 0;
      for (let e = 0; e < size; e++) sum += v[size * d + e] * this.#gradient[e];
      h[d] = sum;
    }
    return h;
  }

  /** What the effects on the items of each cell add to how these move the score. */
  #effects(leverage: Float64Array): Float64Array {
    const { count, effects } = this.#cells;
    const width = effects.length / count;
    return Float64Array.from({ length: count }, (_, cell) => {
      let sum = 0;
      for (let g = 0; g < width; g++) sum += leverage[effects[width * cell + g]];
      return sum;
    });
  }

  /**
   * The curves, the score's gradient and the candidates at the posterior as it is now. Candidates are the items worth at
   * least WORTH of the best one; others seldom overtake it in the few answers until the next refresh.
   */
  #refresh(): void {
    const { posterior } = this;
    const { items, dimensions } = posterior.model;
    const { weights } = this.#options;
    posterior.placeAll();
    const isWeighed = this.average.answered >= EARLY;
    this.#contrastLeft = isWeighed ? DISAGREEMENT : 0;
    if (isWeighed) {
      this.average.contrast(weights, this.#open, this.#contrast);
      // What items that are awaited will decide is decided.
      for (let t = this.average.answered; t < this.#issued; t++) this.#settle(this.#index[t]);
    }
    const { covariance: between, variance: spread } = this.#contrast;
    const { slope, probability, along } = posterior;
    const { of: cell, effects: coordinates, count } = this.#cells;
    const open = this.#open;
    const own = this.#own;
    const gradient = this.#gradient.fill(0);
    const shares = new Float64Array(count);
    for (let j = 0; j < items; j++) {
      if (open[j] === CLOSED) continue;
      const share = weights[j] * slope[j];
      for (let d = 0; d < dimensions; d++) gradient[d] += share * along[dimensions * j + d];
      shares[cell[j]] += share;
    }
    const width = coordinates.length / count;
    for (let at = 0; at < coordinates.length; at++)
      gradient[coordinates[at]] += shares[Math.floor(at / width)];
    const h = this.#leverage();
    const effects = this.#effects(h);
    // What an item could be worth at most, w (A'h + r)²: its gain's denominator is computed only where that may be enough.
    const bounds = this.#bounds;
    const spending = this.#spending;
    let most = 0;
    for (let j = 0; j < items; j++) {
      bounds[j] = -1;
      if (open[j] !== ASKABLE || this.#waiting?.[j] === 1 || !spending.fits(j)) continue;
      const p = probability[j];
      const noise = Math.max(p * (1 - p), 1e-9);
      own[j] = (weights[j] * noise) / Math.max(slope[j], 1e-9);
      let moves = own[j] + effects[cell[j]];
      for (let d = 0; d < dimensions; d++) moves += along[dimensions * j + d] * h[d];
      const covariance = slope[j] * moves + this.#contrastLeft * between[j];
      bounds[j] = (covariance * covariance * spending.rate(j)) / noise;
      if (bounds[j] > most) {
        const variance = noise + slope[j] * slope[j] * posterior.logitVariance(j) + spread[j];
        most = Math.max(most, (bounds[j] * noise) / variance);
      }
    }
    const least = most * (this.#issued < EARLY ? WORTH.early : WORTH.later);
    this.#candidateCount = 0;
    for (let j = 0; j < items; j++) {
      if (bounds[j] < least) continue;
      const noise = Math.max(probability[j] * (1 - probability[j]), 1e-9);
      const variance = noise + slope[j] * slope[j] * posterior.logitVariance(j) + spread[j];
      if ((bounds[j] * noise) / variance < least) continue;
      this.#gains[this.#candidateCount] = spending.rate(j) / variance;
      this.#candidates[this.#candidateCount++] = j;
    }
    this.#isFresh = true;
  }

  /** Takes item `j` out of the gradient. */
  #forget(j: number): void {
    const { posterior } = this;
    const { dimensions, groupings } = posterior.model;
    const share = this.#options.weights[j] * posterior.slope[j];
    for (let d = 0; d < dimensions; d++)
      this.#gradient[d] -= share * posterior.along[dimensions * j + d];
    for (let g = 0; g < groupings.length; g++) this.#gradient[posterior.effect(g, j)] -= share;
  }

  /** Takes out of the disagreement what item `j` will decide. */
  #settle(j: number): void {
    const { covariance, variance, scoreVariance } = this.#contrast;
    if (this.#contrastLeft === 0 || scoreVariance === 0) return;
    const p = this.posterior.probability[j];
    const all = Math.max(p * (1 - p), 1e-9) + variance[j];
    const decided = (this.#contrastLeft * covariance[j]) ** 2 / (all * scoreVariance);
    this.#contrastLeft *= Math.sqrt(Math.max(0, 1 - decided));
  }

  /** Item `j` is asked, and its answer awaited: all that this changes, whatever will be answered. */
  ask(j: number): void {
    if (this.#places.has(j))
      fail('SESSION_INVALID', { reason: `item ${j} of the bank was asked already` });
    const { posterior } = this;
    // What is asked is no longer to be predicted: as of the last refresh, before its curve moves.
    if (this.#isFresh) this.#forget(j);
    this.#settle(j);
    posterior.place(j);
    // By the share that `next` went by: a random item that falls due is asked, not only counted.
    if (this.#isRandomDue()) {
      this.#due -= 1;
      if (this.#options.randomOrder[this.#nextRandom] === j) this.#drawn = this.#nextRandom + 1;
    }
    this.#due += this.#share;
    this.#share = this.#nextShare;
    this.#open[j] = CLOSED;
    this.#spending.spend(j);
    const place = this.#issued++;
    this.#places.set(j, place);
    this.#index[place] = j;
    this.#scores[place] = Number.NaN;
    if (this.#issued === this.#refreshAt) this.#update();
    else posterior.narrow(j);
  }

  /** The answer to item `j`, which may arrive in any order; an item that was not asked is asked by this. */
  record(j: number, score: number): void {
    if (!this.#places.has(j)) this.ask(j);
    const place = this.#places.get(j)!;
    if (!Number.isNaN(this.#scores[place]))
      fail('SESSION_INVALID', { reason: `item ${j} of the bank has an answer already` });
    this.#scores[place] = score;
    this.#answered++;
    while (this.#folded < this.#issued && !Number.isNaN(this.#scores[this.#folded])) this.#folded++;
    if (this.#issued === this.#refreshAt) this.#update();
  }

  /** At the place of an update: finds the posterior again, as soon as the answers it goes by are there. */
  #update(): void {
    if (!this.#hasAnswers()) return;
    const { posterior } = this;
    const count = this.#countable();
    const answers = { index: this.#index, scores: this.#scores, count };
    posterior.update(answers);
    // Where all items are random, hypotheses change nothing before a prediction.
    if (count >= EARLY && this.#options.randomShare < 1) {
      this.average.update(answers);
      this.#nextShare = this.average.randomShare(this.#options.randomShare);
    }
    for (let t = count; t < this.#issued; t++) {
      const j = this.#index[t];
      posterior.place(j);
      posterior.narrow(j);
    }
    this.#refreshAt = nextRefresh(this.#issued);
    this.#isFresh = false;
  }

  /** The random items with answers; see RandomSample. None if they are no sample of all that is to be predicted. */
  get randomItems(): readonly SampledStratum[] {
    if (!this.#isAllDrawable) return [];
    const { randomOrder, weights } = this.#options;
    this.#sample ??= new RandomSample(randomOrder, weights);
    this.#sample.update(this.#drawn, (j) => this.#scoreOf(j));
    return this.#sample.strata;
  }

  /** The same as if the answers to the items `missing` were not there, and the other items were all that were drawn. */
  #randomItemsWithout(missing: ReadonlySet<number>): readonly SampledStratum[] {
    if (missing.size === 0 || !this.#isAllDrawable) return this.randomItems;
    const { randomOrder, weights } = this.#options;
    const isLeft = (j: number) => !missing.has(j);
    const sample = new RandomSample(randomOrder.filter(isLeft), weights);
    const drawn = randomOrder.subarray(0, this.#drawn).filter(isLeft).length;
    sample.update(drawn, (j) => this.#scoreOf(j));
    return sample.strata;
  }

  /** NaN if there is no answer. */
  #scoreOf(item: number): number {
    const place = this.#places.get(item);
    return place === undefined ? Number.NaN : this.#scores[place];
  }

  /** What the calibration cannot explain in the answers of the last prediction; null if nothing. */
  alarm(prediction: Pick<ScorePrediction, 'score' | 'se'>): Alarm | null {
    return alarmOf(this.average, prediction, this.#options.range ?? null, this.randomItems);
  }

  /** The predicted score, from a posterior found again. */
  predict(target: ScoreTarget = 'recorded'): ScorePrediction {
    const { asked } = this;
    this.posterior.update(asked);
    this.average.update(asked);
    this.#isFresh = false;
    return this.average.predictScore(this.#options.weights, target);
  }

  /**
   * What `predict` would say now, with the posterior it stands on, without moving anything: later choices do not depend on
   * whether somebody looked.
   * @param missing items whose answers count as not there: they are predicted like items that were not asked
   */
  preview(missing: ReadonlySet<number> = NONE): RobustPreview {
    const asked = answersWithout(this.asked, missing);
    const randomItems = this.#randomItemsWithout(missing);
    const posterior = new ExamineePosterior(this.posterior.model);
    posterior.mean.set(this.posterior.mean);
    posterior.update(asked);
    const average = new HypothesisAverage(posterior, this.average);
    average.update(asked);
    const prediction = average.predictScore(this.#options.weights);
    return {
      prediction,
      alarm: alarmOf(average, prediction, this.#options.range ?? null, randomItems),
      average,
      asked,
      randomItems,
    };
  }
}

function answersWithout(
  { index, scores, count }: AnsweredItems,
  missing: ReadonlySet<number>,
): AnsweredItems {
  if (missing.size === 0) return { index, scores, count };
  const places = Array.from({ length: count }, (_, t) => t).filter((t) => !missing.has(index[t]));
  return {
    index: Int32Array.from(places, (t) => index[t]),
    scores: Float64Array.from(places, (t) => scores[t]),
    count: places.length,
  };
}
