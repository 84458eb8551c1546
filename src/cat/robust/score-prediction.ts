import { curveVariance } from './curve-variance.ts';
import type { AnsweredItems, ExamineePosterior } from './examinee-posterior.ts';

/**
 * What a predicted score is of:
 * - `recorded`: the score on this bank, the answers given counting as they were given;
 * - `expected`: the score to be expected on items like these, were the examinee to answer all of them again.
 */
export const SCORE_TARGETS = ['recorded', 'expected'] as const;
export type ScoreTarget = (typeof SCORE_TARGETS)[number];

/** A predicted full-bank score in [0, 1] with the standard error the model gives it. */
export interface ScorePrediction {
  readonly score: number;
  readonly se: number;
  /** The part of the variance SE² that is chance, or the items' own parameters, and goes with the size of the bank. */
  readonly chance: number;
  readonly answers: AnswerChance;
}

/** What the chance in the answers given adds to the variance of an expected score. All 0 of a recorded score. */
export interface AnswerChance {
  /** Σ w² P̄(1 − P̄)(1 − ρ) over the asked items: their own part. */
  readonly own: number;
  /** The covariance of that part with the error of the abilities and effects; SE² has twice it. */
  readonly shared: number;
  /** `own` if every item had been asked: what is left of SE² then. */
  readonly atEnd: number;
}

/** Parts of a bank: each item belongs to one of them. */
export interface BankParts {
  /** Number of parts. */
  readonly count: number;
  /** J: the part of each item, from 0. */
  readonly of: ArrayLike<number>;
}

/** Predicted scores of the parts of a bank, in [0, 1]; entries of parts that no item counts in are NaN. */
export interface PartPredictions {
  /** Share of each part in the full score: they add up to 1, and Σ share × score is the full score. */
  readonly share: Float64Array;
  readonly score: Float64Array;
  /** Standard error the model gives the score. */
  readonly se: Float64Array;
  /** The part of SE² that is chance, or the items' own parameters. */
  readonly chance: Float64Array;
  readonly answers: readonly AnswerChance[];
  /** Items asked in each part. */
  readonly asked: Int32Array;
  /** What the answers fix: the recorded score of a part cannot lie outside [least, most]. */
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** The prediction of a bank that is one part. */
export function wholeOf({ score, se, chance, answers }: PartPredictions): ScorePrediction {
  return { score: score[0], se: se[0], chance: chance[0], answers: answers[0] };
}

/**
 * The predicted score of each part of a bank, in one pass over the items. Each part has a gradient g in the abilities and
 * effects of its own.
 *
 * `recorded`: what was observed on the asked items, and P̄ at the mode on the others: there the curves agree with the answers given, in
 * each group, as far as the prior lets them. Variance:
 * g'Vg over the open items, and Σ w² P̄(1 − P̄) of the answers not given, in which the uncertainty of the items' parameters
 * is contained, since P̄ is averaged over it.
 *
 * `expected`: Σ w P over all items. The same number estimates it, whatever the curves when everything was asked (a difference
 * estimator: the sum of the curves, and what answers differ from them). The variance is another. An answer that is open adds
 * no chance of its own: Σ w² Var(P), Var over the item's parameters, takes the place of Σ w² P̄(1 − P̄). An answer that was given
 * has chance in it: Σ w² P̄(1 − P̄)(1 − ρ) with ρ = Var(P)/(P̄(1 − P̄)), the share of an answer's variance that belongs to the
 * item. The same chance is in the abilities and effects, which adds 2 c'Vg with c = Σ w (1 − ρ) ∂P̄ over the asked items.
 *
 * @param weights of the items in the full score, adding up to 1; 0 for items that do not count
 * @see Bock, Thissen & Zimowski (1997), Journal of Educational Measurement 34, 197–211, for the expected (domain) score;
 *   Särndal, Swensson & Wretman (1992), Model Assisted Survey Sampling, 6.3, for the difference estimator
 */
export function predictParts(
  posterior: ExamineePosterior,
  asked: AnsweredItems,
  weights: Float64Array,
  parts: BankParts,
  target: ScoreTarget = 'recorded',
): PartPredictions {
  const { items } = posterior.model;
  posterior.placeAll();
  const sums = emptySums(parts.count, posterior.size, items);
  for (let t = 0; t < asked.count; t++) {
    const j = asked.index[t];
    sums.answer[j] = asked.scores[t];
    sums.asked[parts.of[j]]++;
    sums.least[parts.of[j]] += weights[j] * asked.scores[t];
  }
  const add = target === 'expected' ? addExpected : addRecorded;
  // In blocks: a function that is called often is compiled once, a long loop is thrown away at its end.
  for (let from = 0; from < items; from += BLOCK)
    add(sums, posterior, weights, parts.of, from, Math.min(items, from + BLOCK));
  return perPart(sums, posterior);
}

const BLOCK = 256;

/** Sums over the items of each part, by their weight in the full score. */
interface PartSums extends Omit<PartPredictions, 'chance' | 'answers'> {
  /** Weight of the items that were not asked. */
  readonly open: Float64Array;
  /** What the answers or the items' parameters add to the variance. */
  readonly noise: Float64Array;
  /** Parts × D. */
  readonly gradients: Float64Array;
  /** Of an expected score: the chance in the answers given, that there would be in all of them, and c (parts × D). */
  readonly own: Float64Array;
  readonly atEnd: Float64Array;
  readonly given: Float64Array;
  /** J: the answer to each item, −1 if it was not asked. */
  readonly answer: Float64Array;
}

function emptySums(count: number, size: number, items: number): PartSums {
  const zeros = () => new Float64Array(count);
  return {
    share: zeros(),
    score: zeros(),
    se: zeros(),
    asked: new Int32Array(count),
    least: zeros(),
    most: zeros(),
    open: zeros(),
    noise: zeros(),
    own: zeros(),
    atEnd: zeros(),
    gradients: new Float64Array(count * size),
    given: new Float64Array(count * size),
    answer: new Float64Array(items).fill(-1),
  };
}

/** Adds items `from` … `to` − 1 to the sums of the recorded score. */
function addRecorded(
  { share, score, open, noise, gradients, answer }: PartSums,
  posterior: ExamineePosterior,
  weights: Float64Array,
  of: ArrayLike<number>,
  from: number,
  to: number,
): void {
  for (let j = from; j < to; j++) {
    const w = weights[j];
    if (w === 0) continue;
    share[of[j]] += w;
    if (answer[j] >= 0) {
      score[of[j]] += w * answer[j];
      continue;
    }
    open[of[j]] += w;
    const p = posterior.probability[j];
    score[of[j]] += w * p;
    noise[of[j]] += w * w * p * (1 - p);
    addGradient(posterior, j, w, gradients, of[j]);
  }
}

/** Adds items `from` … `to` − 1 to the sums of the expected score. */
function addExpected(
  { share, score, open, noise, gradients, own, atEnd, given, answer }: PartSums,
  posterior: ExamineePosterior,
  weights: Float64Array,
  of: ArrayLike<number>,
  from: number,
  to: number,
): void {
  for (let j = from; j < to; j++) {
    const w = weights[j];
    if (w === 0) continue;
    share[of[j]] += w;
    const variance = curveVariance(posterior, j);
    const known = itemShare(posterior, j, variance);
    const p = posterior.probability[j];
    const chance = w * w * p * (1 - p) * (1 - known);
    atEnd[of[j]] += chance;
    if (answer[j] >= 0) {
      score[of[j]] += w * answer[j];
      own[of[j]] += chance;
      addGradient(posterior, j, w * (1 - known), given, of[j]);
      continue;
    }
    open[of[j]] += w;
    score[of[j]] += w * p;
    noise[of[j]] += w * w * variance;
    addGradient(posterior, j, w, gradients, of[j]);
  }
}

/** ρ: the share of the variance of an answer to item `j` that belongs to the item's parameters, in [0, 1]. */
export function itemShare(
  posterior: ExamineePosterior,
  j: number,
  variance = curveVariance(posterior, j),
): number {
  const p = posterior.probability[j];
  return Math.min(1, variance / Math.max(p * (1 - p), 1e-9));
}

/** Adds `share` times the gradient of P̄ of item `j` to that of a part. */
function addGradient(
  { model, size, slope, along, firsts }: ExamineePosterior,
  j: number,
  share: number,
  gradients: Float64Array,
  part: number,
): void {
  const { dimensions, groupings } = model;
  const first = size * part;
  const moves = share * slope[j];
  for (let d = 0; d < dimensions; d++) gradients[first + d] += moves * along[dimensions * j + d];
  for (let g = 0; g < groupings.length; g++)
    gradients[first + firsts[g] + groupings[g].of[j]] += moves;
}

/** Divides the sums by the shares of the parts, and adds the variance of the abilities and effects, g'Vg. */
function perPart(
  { share, score, se, asked, least, most, open, noise, gradients, ...chance }: PartSums,
  { size, covariance: v }: ExamineePosterior,
): PartPredictions {
  /** The coordinates a part depends on: most effects are of other parts. */
  const own = new Int32Array(size);
  const answers: AnswerChance[] = [];
  for (let part = 0; part < share.length; part++) {
    const row = size * part;
    let count = 0;
    for (let d = 0; d < size; d++)
      if (gradients[row + d] !== 0 || chance.given[row + d] !== 0) own[count++] = d;
    let variance = noise[part];
    let shared = 0;
    for (let d = 0; d < count; d++) {
      const along = gradients[row + own[d]];
      const given = chance.given[row + own[d]];
      for (let e = 0; e < count; e++) {
        const covariance = v[size * own[d] + own[e]];
        variance += along * covariance * gradients[row + own[e]];
        shared += given * covariance * gradients[row + own[e]];
      }
    }
    const total = share[part] === 0 ? Number.NaN : share[part];
    const square = total * total;
    score[part] /= total;
    variance += 2 * shared + chance.own[part];
    se[part] = Math.sqrt(Math.max(0, variance)) / total;
    noise[part] /= square;
    answers.push({
      own: chance.own[part] / square,
      shared: shared / square,
      atEnd: chance.atEnd[part] / square,
    });
    least[part] /= total;
    most[part] = least[part] + open[part] / total;
  }
  return { share, score, se, chance: noise, answers, asked, least, most };
}

/**
 * The variance of a predicted score whose abilities and effects err `factor` times as much as the model says, as do the answers that
 * are open. Of an expected score the chance in the answers given is what it is, whatever the model misses.
 */
export function widenedVariance(
  { se, answers }: { readonly se: number; readonly answers: Omit<AnswerChance, 'atEnd'> },
  factor: number,
): number {
  const { own, shared } = answers;
  const square = factor * factor;
  if (own === 0) return square * se * se;
  return square * Math.max(0, se * se - own - 2 * shared) + 2 * factor * shared + own;
}
