import type { ScoreModel } from '../../cat/robust/score-model.ts';
import type { BankParts } from '../../cat/robust/score-prediction.ts';
import type { CalibratedRange } from '../../cat/robust/surprise.ts';
import { pickExaminees, type ResponseMatrix } from '../../irt/responses.ts';
import { randomStream } from '../../random.ts';
import { mean } from '../../statistics/mean.ts';
import { dealFolds } from '../folds.ts';
import { bankRatio } from './bank-ratio.ts';
import {
  type ExamineeVariances,
  examineeVariances,
  meanVariances,
  withVariances,
} from './examinee-variances.ts';
import { fitScoreModel } from './fit-score-model.ts';
import { EXACT, partRatios, partScores } from './part-errors.ts';
import type { RobustRequest } from './prepare-robust.ts';
import { answeredMost, fullScoreOf, rangeOf } from './recorded-answers.ts';
import { type RobustCheckpoint, robustTest } from './robust-test.ts';
import { sampleItems } from './sample-items.ts';

/** Tests of each left-out examinee, each with its own random items. */
const REPEATS = 2;
/** Items the trials are made with: a sample of the bank serves, and is faster. */
const TRIAL_ITEMS = 3000;

/** Absolute errors of each examinee (mean of its tests), |error| / SE of its first one, and of its scores by tag, by length. */
export interface Tried {
  readonly randomShare: number;
  readonly errors: readonly Float64Array[];
  readonly ratios: readonly (readonly { readonly ratio: number; readonly isAlarmed: boolean }[])[];
  readonly tagRatios: readonly (readonly (readonly number[])[])[];
}

/** What is fitted for the tests of each fold: to the examinees of the others. */
export interface FoldModels {
  readonly dimensions: number;
  readonly variances: ExamineeVariances;
  readonly models: readonly ScoreModel[];
}

/** A choice to be tried on held-out families. */
export interface ChoiceTrial {
  readonly dimensions: number;
  readonly randomShare: number;
  /** The models of these dimensions, where they are fitted already; else null. */
  readonly fitted: FoldModels | null;
}

/** What became of it. */
export interface TriedChoice {
  readonly fitted: FoldModels;
  readonly tried: Tried;
}

/** Leaves each fold of families out in turn, and tests its examinees with models of the other folds. */
export class HeldOutTests {
  /** Examinees that the smallest calibration has. */
  readonly fewest: number;
  readonly #request: RobustRequest;
  readonly #sample: ReturnType<typeof sampleItems>;
  /** The fold of each examinee, and the examinees of each fold. */
  readonly #fold: ArrayLike<number>;
  readonly #unseen: readonly (readonly number[])[];
  /** The examinees that are tested. */
  readonly #tested: readonly number[];
  /** The range of scores outside each fold. */
  readonly #ranges: readonly CalibratedRange[];
  /** Lengths of tests of the sample. */
  readonly #lengths: readonly number[];
  readonly #parts: BankParts | null;
  /** The full score of each examinee, and its scores by part. */
  readonly #actual: readonly number[];
  readonly #actualParts: readonly Float64Array[];

  constructor(request: RobustRequest, folds: number) {
    const sample = sampleItems(request, TRIAL_ITEMS);
    const { responses, weights, tag } = sample;
    const rows = responses.examinees.map((_, i) => i);
    const fold = dealFolds(request.families, folds, randomStream(request.seed, 'robust', 'folds'));
    this.#request = request;
    this.#sample = sample;
    this.#fold = fold;
    this.#unseen = Array.from({ length: folds }, (_, k) => rows.filter((i) => fold[i] === k));
    this.fewest = Math.min(...this.#unseen.map(({ length }) => rows.length - length));
    const tested = answeredMost(responses);
    const actual = rows.map((i) => fullScoreOf(responses, weights[i], i));
    this.#tested = tested;
    this.#actual = actual;
    this.#ranges = this.#unseen.map((_, k) =>
      rangeOf(
        tested.filter((i) => fold[i] !== k),
        actual,
      ),
    );
    this.#lengths = request.lengths.map((length) => Math.min(length, responses.items.length));
    const parts = tag === undefined ? null : { count: tag.values.length, of: tag.codes };
    this.#parts = parts;
    this.#actualParts = rows.map((i) =>
      parts === null ? new Float64Array(0) : partScores(this.#scoresOf(i), weights[i], parts),
    );
  }

  #scoresOf(i: number): ResponseMatrix['scores'] {
    const { scores, items } = this.#sample.responses;
    return scores.subarray(i * items.length, (i + 1) * items.length);
  }

  /** The models of so many dimensions. How much examinees differ is learned from those that are left out, all together. */
  fit(dimensions: number): FoldModels {
    const { responses } = this.#sample;
    const models = this.#unseen.map((_, k) => {
      const seen = [...responses.examinees.keys()].filter((i) => this.#fold[i] !== k);
      const own = { ...this.#sample, responses: pickExaminees(responses, seen) };
      return fitScoreModel(own, dimensions);
    });
    const variances = meanVariances(
      models.map((model, k) => ({
        count: this.#unseen[k].length,
        variances: examineeVariances(
          model,
          this.#unseen[k].map((i) => this.#scoresOf(i)),
        ),
      })),
    );
    return {
      dimensions,
      variances,
      models: models.map((model) => withVariances(model, variances)),
    };
  }

  /** Tries one choice. */
  try({ dimensions, randomShare, fitted }: ChoiceTrial): TriedChoice {
    const own = fitted ?? this.fit(dimensions);
    return { fitted: own, tried: this.test(own, randomShare) };
  }

  /** Tests every examinee with the model of its fold. */
  test({ models }: FoldModels, randomShare: number): Tried {
    const tests = this.#tested.map((i) =>
      Array.from({ length: REPEATS }, (_, repeat) =>
        this.#testOne(i, models[this.#fold[i]], randomShare, repeat).map((checkpoint) =>
          this.#errorsOf(i, checkpoint),
        ),
      ),
    );
    return {
      randomShare,
      errors: this.#lengths.map((_, l) =>
        Float64Array.from(tests, (own) => mean(own.map((row) => row[l].error))),
      ),
      // One test per examinee: two of the same are not two examinees. A test that asked everything shows nothing.
      ratios: this.#lengths.map((length, l) =>
        tests.flatMap(([row]) => {
          const { error, se, chance, isAlarmed } = row[l];
          if (se <= EXACT) return [];
          const more = (1 - this.#chanceLeft(length)) * chance;
          return [{ ratio: bankRatio(error, se, more), isAlarmed }];
        }),
      ),
      tagRatios: this.#lengths.map((_, l) => tests.map(([row]) => row[l].ofParts)),
    };
  }

  #testOne(i: number, model: ScoreModel, randomShare: number, repeat: number) {
    const { responses, weights, stratum, flagged } = this.#sample;
    return robustTest(
      { model, stratum, randomShare, range: this.#ranges[this.#fold[i]], flagged },
      { scores: this.#scoresOf(i), weights: weights[i] },
      this.#lengths,
      randomStream(this.#request.seed, 'robust', 'trial', repeat, responses.examinees[i]),
      repeat === 0 ? this.#parts : null,
    );
  }

  #errorsOf(i: number, { score, se, chance, alarm, parts }: RobustCheckpoint) {
    return {
      error: Math.abs(score - this.#actual[i]),
      se,
      chance,
      isAlarmed: alarm !== null,
      ofParts: parts === null ? [] : partRatios(parts, this.#actualParts[i]),
    };
  }

  /**
   * Chance is a larger part of a score's variance on the sample than on the whole bank: this share of it is left there, once
   * so many items were asked.
   */
  #chanceLeft(asked: number): number {
    const width = this.#sample.responses.items.length;
    const all = this.#request.responses.items.length;
    return asked >= width ? 1 : (width / all) * ((1 - asked / all) / (1 - asked / width));
  }
}
