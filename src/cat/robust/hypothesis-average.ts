import { type AnsweredItems, ExamineePosterior } from './examinee-posterior.ts';
import { type Hypothesis, hypothesesOf, type Mismatch, TEST_BLOCKS } from './hypotheses.ts';
import {
  type AnswerChance,
  type BankParts,
  type PartPredictions,
  predictParts,
  type ScorePrediction,
  type ScoreTarget,
  wholeOf,
} from './score-prediction.ts';

/** Hypotheses less probable than this do not count in predictions. */
const NEGLIGIBLE = 1e-4;

/** Hypotheses less probable than this do not count in the choice of items. */
const IDLE = 0.01;

/** What the hypotheses disagree on, one entry per item: of its answer, the covariance with the score and the variance. */
export interface Contrast {
  readonly covariance: Float64Array;
  readonly variance: Float64Array;
  /** The variance of the score between the hypotheses. */
  scoreVariance: number;
}

/** A posterior that all tests with one model take turns in, and whose it was last. */
interface Desk {
  readonly posterior: ExamineePosterior;
  holder: HypothesisAverage | null;
  turn: number;
}

const desks = new WeakMap<Hypothesis, Desk>();

/**
 * Predicts an examinee's score under each hypothesis of how it differs from the calibration, and averages the predictions. Each weighs
 * as much as the answers make it probable (Bayesian model averaging, with Laplace's approximation of the evidence). So the
 * prediction moves without a threshold from that of the calibration to the mean of the answers.
 *
 * @see Hoeting, Madigan, Raftery & Volinsky (1999), Statistical Science 14, 382–417; Tierney & Kadane (1986), JASA 81, 82–86
 */
export class HypothesisAverage {
  /** The posterior under the calibration's own model. */
  readonly posterior: ExamineePosterior;
  readonly #hypotheses: readonly Hypothesis[];
  /** Where the search for each mode begins: where it ended last; null before. */
  readonly #means: (Float64Array | null)[];
  /** Where the searches of the last update began, and the update that each is of: a search that is made again ends at the same place. */
  readonly #starts: (Float64Array | null)[];
  readonly #solved: Int32Array;
  /** One entry per hypothesis: its probability given the answers of the last update. */
  readonly #weights: Float64Array;
  /** One entry per hypothesis: log p(answers of the last update | hypothesis). */
  readonly #evidences: Float64Array;
  #answers: AnsweredItems = { index: new Int32Array(0), scores: new Float64Array(0), count: 0 };
  #turn = 0;
  /** Of `contrast`: the mean probability of a right answer to each item. */
  #meanChances: Float64Array | null = null;

  /**
   * @param posterior of the calibration's own model; whoever updates it updates this next
   * @param near of the same examinee: the searches for modes begin where its ended
   */
  constructor(posterior: ExamineePosterior, near: HypothesisAverage | null = null) {
    this.posterior = posterior;
    this.#hypotheses = hypothesesOf(posterior.model);
    this.#means = this.#hypotheses.map((_, h) =>
      near === null ? null : (near.#means[h]?.slice() ?? null),
    );
    this.#starts = this.#means.slice();
    this.#solved = new Int32Array(this.#means.length).fill(-1);
    this.#weights = Float64Array.from(this.#hypotheses, ({ prior }) => prior);
    this.#evidences = new Float64Array(this.#hypotheses.length);
  }

  /** Answers of the last update. */
  get answered(): number {
    return this.#answers.count;
  }

  /** The probability that the calibration's model is not the examinee's. */
  get misfit(): number {
    return 1 - this.#weights[0];
  }

  /** The share of the items to draw at random, `least` of an examinee that is like those of the calibration. */
  randomShare(least: number): number {
    return this.#hypotheses.reduce(
      (sum, hypothesis, h) => sum + this.#weights[h] * Math.max(least, hypothesis.randomShare),
      0,
    );
  }

  /** The probability of each kind of mismatch, given the answers of the last update; they add up to 1. */
  probabilities(): Partial<Record<Mismatch, number>> {
    const sums: Partial<Record<Mismatch, number>> = {};
    this.#hypotheses.forEach(({ mismatch }, h) => {
      sums[mismatch] = (sums[mismatch] ?? 0) + this.#weights[h];
    });
    return sums;
  }

  /** The natural logarithm of the evidence of each hypothesis (as `hypothesesOf`), given the answers of the last update; 0 before. */
  logEvidences(): Float64Array {
    return this.#evidences.slice();
  }

  /** Takes the answers that `posterior` was just updated by. */
  update(answers: AnsweredItems): void {
    this.#answers = answers;
    this.#turn++;
    const weights = this.#weights;
    this.#hypotheses.forEach(({ prior }, h) => {
      this.#evidences[h] = this.#posteriorOf(h).logEvidence;
      weights[h] = Math.log(prior) + this.#evidences[h];
    });
    const most = weights.reduce((top, log) => Math.max(top, log), Number.NEGATIVE_INFINITY);
    let total = 0;
    for (let h = 0; h < weights.length; h++) {
      weights[h] = Math.exp(weights[h] - most);
      total += weights[h];
    }
    for (let h = 0; h < weights.length; h++) weights[h] /= total;
  }

  /** The posterior under a hypothesis, given the answers of the last update. */
  #posteriorOf(h: number): ExamineePosterior {
    if (h === 0) return this.posterior;
    const hypothesis = this.#hypotheses[h];
    let desk = desks.get(hypothesis);
    if (desk === undefined) {
      desk = { posterior: new ExamineePosterior(hypothesis.model), holder: null, turn: 0 };
      desks.set(hypothesis, desk);
    }
    const { posterior } = desk;
    if (desk.holder === this && desk.turn === this.#turn) return posterior;
    const { index, count } = this.#answers;
    const { blocks } = hypothesis;
    if (blocks !== null) {
      for (let j = 0; j < blocks.length; j++) blocks[j] = j % TEST_BLOCKS;
      for (let t = 0; t < count; t++) blocks[index[t]] = Math.floor((TEST_BLOCKS * t) / count);
    }
    const isFirst = this.#solved[h] !== this.#turn;
    if (isFirst) this.#starts[h] = this.#means[h];
    const start = this.#starts[h];
    if (start === null) posterior.mean.fill(0);
    else posterior.mean.set(start);
    posterior.update(this.#answers);
    if (isFirst) {
      this.#means[h] = posterior.mean.slice();
      this.#solved[h] = this.#turn;
    }
    desk.holder = this;
    desk.turn = this.#turn;
    return posterior;
  }

  /**
   * What the hypotheses disagree on, given the answers of the last update: p_h is the probability of a right answer and s_h the score
   * under hypothesis h, and means are over hypotheses: Σ P(h) p_h s_h − p̄ s̄ for the covariance of an answer with the score.
   *
   * @param open J: 0 for items that are not to be predicted
   * @param into where it is written
   */
  contrast(weights: Float64Array, open: Uint8Array, into: Contrast): void {
    const { covariance, variance } = into;
    const { items } = this.posterior.model;
    this.#meanChances ??= new Float64Array(items);
    const means = this.#meanChances;
    covariance.fill(0);
    variance.fill(0);
    means.fill(0);
    const likely = this.#hypotheses.flatMap((_, h) => (this.#weights[h] >= IDLE ? [h] : []));
    const total = likely.reduce((sum, h) => sum + this.#weights[h], 0);
    let [first, mean, square] = [0, 0, 0];
    for (const h of likely) {
      const probability = this.#posteriorOf(h).chances();
      const weight = this.#weights[h] / total;
      let score = 0;
      for (let j = 0; j < items; j++) if (open[j] !== 0) score += weights[j] * probability[j];
      // As differences from the first one, so that nothing cancels.
      if (h === likely[0]) first = score;
      score -= first;
      mean += weight * score;
      square += weight * score * score;
      for (let j = 0; j < items; j++) {
        const p = probability[j];
        means[j] += weight * p;
        covariance[j] += weight * score * p;
        variance[j] += weight * p * p;
      }
    }
    for (let j = 0; j < items; j++) {
      covariance[j] -= mean * means[j];
      variance[j] = Math.max(0, variance[j] - means[j] * means[j]);
    }
    into.scoreVariance = Math.max(0, square - mean * mean);
  }

  /** The predicted score on the whole bank; see predictParts. */
  predictScore(weights: Float64Array, target: ScoreTarget = 'recorded'): ScorePrediction {
    const whole = { count: 1, of: new Uint8Array(weights.length) };
    return wholeOf(this.predictParts(weights, whole, target));
  }

  /**
   * The predicted score of each part of a bank: the mean over hypotheses. SE² is the mean of theirs, with errors of abilities and
   * effects `wider` times as large, plus the variance between their scores.
   */
  predictParts(
    weights: Float64Array,
    parts: BankParts,
    target: ScoreTarget = 'recorded',
  ): PartPredictions {
    const all: {
      readonly weight: number;
      readonly predicted: PartPredictions;
      readonly wider: number;
    }[] = [];
    let total = 0;
    this.#weights.forEach((weight, h) => {
      if (weight < NEGLIGIBLE) return;
      const posterior = this.#posteriorOf(h);
      const predicted = predictParts(posterior, this.#answers, weights, parts, target);
      all.push({ weight, predicted, wider: this.#hypotheses[h].wider });
      total += weight;
    });
    const [{ predicted: first }] = all;
    const mean = (of: (predicted: PartPredictions, wider: number) => number) =>
      all.reduce(
        (sum, { weight, predicted, wider }) => sum + (weight / total) * of(predicted, wider),
        0,
      );
    const each = (of: (predicted: PartPredictions, part: number, wider: number) => number) =>
      Float64Array.from({ length: parts.count }, (_, part) =>
        mean((own, wider) => of(own, part, wider)),
      );
    // As differences from the first, so that equal scores have exactly that mean.
    const score = each((own, part) => own.score[part] - first.score[part]).map(
      (difference, part) => first.score[part] + difference,
    );
    const variance = each((own, part, wider) => {
      const { own: given, shared } = own.answers[part];
      // Chance is what it is: abilities and effects err more.
      const chance = own.chance[part] + given;
      const rest = Math.max(0, own.se[part] ** 2 - chance - 2 * shared);
      return wider ** 2 * rest + 2 * wider * shared + chance + (own.score[part] - score[part]) ** 2;
    });
    const chanceOf = (part: number, of: (chance: AnswerChance) => number) =>
      mean(({ answers }) => of(answers[part]));
    return {
      ...first,
      score,
      se: variance.map(Math.sqrt),
      chance: each((own, part) => own.chance[part]),
      answers: first.answers.map((_, part) => ({
        own: chanceOf(part, ({ own }) => own),
        shared: mean((own, wider) => wider * own.answers[part].shared),
        atEnd: chanceOf(part, ({ atEnd }) => atEnd),
      })),
    };
  }
}
