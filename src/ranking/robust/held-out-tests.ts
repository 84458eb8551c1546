import type { CalibratedRange } from '../../cat/robust/alarm.ts';
import type { BankParts } from '../../cat/robust/score-prediction.ts';
import { pickExaminees, scoresOf } from '../../irt/responses.ts';
import { randomStream } from '../../random.ts';
import { dealFolds } from '../../statistics/deal-folds.ts';
import { bankRatio } from './bank-ratio.ts';
import { fitScoreModel } from './fit-score-model.ts';
import { strataOf } from './item-groups.ts';
import { EXACT, partRatios, partScores } from './part-errors.ts';
import type { RobustRequest } from './prepare-robust.ts';
import { answeredMost, fullScoreOf, rangeOf } from './recorded-answers.ts';
import { type RobustCheckpoint, robustTest, type TestedBank } from './robust-test.ts';
import { sampleItems } from './sample-items.ts';

/** Items the tests are made with: a sample of the bank serves, and is faster. */
const TESTED_ITEMS = 3000;

/** |error| / SE of each examinee's score and of its scores by tag, by length. */
export interface HeldOutErrors {
  readonly ratios: readonly (readonly number[])[];
  readonly tagRatios: readonly (readonly (readonly number[])[])[];
}

/**
 * Leaves each fold of families out in turn, and tests its examinees with a model of the other folds: nothing before a test knows an
 * answer of the examinee that it tests.
 */
export class HeldOutTests {
  readonly folds: number;
  readonly #request: RobustRequest;
  readonly #dimensions: number;
  readonly #randomShare: number;
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

  constructor(request: RobustRequest, folds: number, dimensions: number, randomShare: number) {
    const sample = sampleItems(request, TESTED_ITEMS);
    const { responses, weights, tag } = sample;
    const rows = responses.examinees.map((_, i) => i);
    const fold = dealFolds(request.families, folds, randomStream(request.seed, 'robust', 'folds'));
    this.folds = folds;
    this.#request = request;
    this.#dimensions = dimensions;
    this.#randomShare = randomShare;
    this.#sample = sample;
    this.#fold = fold;
    this.#unseen = Array.from({ length: folds }, (_, k) => rows.filter((i) => fold[i] === k));
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
      parts === null
        ? new Float64Array(0)
        : partScores(scoresOf(this.#sample.responses, i), weights[i], parts),
    );
  }

  /** The rows of the examinees of fold `k`. */
  examinees(k: number): readonly number[] {
    return this.#unseen[k];
  }

  /** All that the tests of fold `k` are made from: by the examinees of the other folds. Flags, which all decided, are left aside. */
  fit(k: number): TestedBank {
    const { responses, tag, optionCounts } = this.#sample;
    const rows = [...responses.examinees.keys()].filter((i) => this.#fold[i] !== k);
    const seen = pickExaminees(responses, rows);
    return {
      model: fitScoreModel({ responses: seen, tag, optionCounts }, this.#dimensions),
      stratum: strataOf(seen, tag),
      randomShare: this.#randomShare,
      range: this.#ranges[k],
      flagged: null,
      costs: this.#sample.costs,
    };
  }

  /** Tests the examinees of fold `k` with a model of the others. */
  test(k: number): HeldOutErrors {
    const bank = this.fit(k);
    const tests = this.#tested
      .filter((i) => this.#fold[i] === k)
      .map((i) => this.#testOne(i, bank).map((checkpoint) => this.#errorsOf(i, checkpoint)));
    return {
      // A test that asked everything shows nothing.
      ratios: this.#lengths.map((length, l) =>
        tests.flatMap((row) => {
          const { error, se, chance, items } = row[l];
          if (se <= EXACT) return [];
          // A test that money ends can be shorter.
          const asked = bank.costs === undefined ? length : items;
          const more = (1 - this.#chanceLeft(asked)) * chance;
          return [bankRatio(error, se, more)];
        }),
      ),
      tagRatios: this.#lengths.map((_, l) => tests.map((row) => row[l].ofParts)),
    };
  }

  #testOne(i: number, bank: TestedBank) {
    const { responses, weights } = this.#sample;
    return robustTest(
      bank,
      { scores: scoresOf(this.#sample.responses, i), weights: weights[i] },
      this.#lengths,
      randomStream(this.#request.seed, 'robust', 'trial', responses.examinees[i]),
      this.#parts,
    );
  }

  #errorsOf(i: number, { score, se, chance, items, parts }: RobustCheckpoint) {
    return {
      error: Math.abs(score - this.#actual[i]),
      se,
      chance,
      items,
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
