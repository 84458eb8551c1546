import type { FullScore, ItemTag } from '../../item-bank/bank.ts';
import { fullScoreWeights } from '../../item-bank/full-score.ts';
import type { BankTaxonomy } from '../../item-bank/taxonomies/bank-taxonomy.ts';
import { fail } from '../errors.ts';
import { type ResponseMatrix, scoresOf } from '../irt/responses.ts';
import { roundedSum } from '../irt/rounded-sum.ts';
import { answerDoubts, type ExamineeDoubt } from '../scoring/doubts/examinee-doubts.ts';
import type { Strata } from './random-items.ts';
import type { RecordedExaminee } from './recorded-test.ts';

/** Recorded models that a ranking needs: it leaves some of them out. */
export const FEWEST_RANKED = 3;

/** Recorded answers, with the properties of their bank that a ranking needs. */
export interface RecordedBank {
  readonly name: string;
  /** True if the answers are drawn by a program. */
  readonly simulated: boolean;
  /** What is known of its examinees from the record. */
  readonly doubts?: readonly ExamineeDoubt[] | undefined;
  readonly responses: ResponseMatrix;
  readonly tags: Readonly<Record<string, ItemTag>>;
  /** Answer options of each item; 0 where there are none or it is not known. Not known by default. */
  readonly optionCounts?: Uint8Array | undefined;
  readonly fullScore: FullScore;
  /** Family of each examinee, where it is known. */
  readonly families?: readonly string[] | undefined;
  /** The taxonomy of the tags. */
  readonly taxonomy?: BankTaxonomy | undefined;
}

/** What the record and the answers show of the examinees of a bank. @param families copies within one are not told */
export function doubtsOf(
  { doubts = [], responses: matrix }: RecordedBank,
  families: readonly string[] | null,
): ExamineeDoubt[] {
  return [...doubts, ...answerDoubts({ matrix, families })];
}

/** The recorded examinees and their scores on the whole bank (over the items they were asked), in [0, 1]. */
export function recordedExaminees(bank: RecordedBank): {
  examinees: RecordedExaminee[];
  actual: Float64Array;
} {
  const { responses, tags, fullScore } = bank;
  const width = responses.items.length;
  const actual = new Float64Array(responses.examinees.length);
  const examinees = responses.examinees.map((name, i) => {
    const scores = scoresOf(responses, i);
    if (scores.every(Number.isNaN)) fail('NO_ANSWERS', { where: `examinee ${name}` });
    const weights = fullScoreWeights(fullScore, tags, (j) => !Number.isNaN(scores[j]), width);
    actual[i] = weightedScore(scores, weights);
    return { scores, weights };
  });
  return { examinees, actual };
}

/**
 * The weighted mean of scores. Items of equal weight are added before weighting, so that rounding does not depend on which of
 * them were right, and equal scores come out equal.
 *
 * @param weights adding up to 1; 0 if there is no answer
 */
function weightedScore(scores: Float64Array, weights: Float64Array): number {
  const sums = new Map<number, { sum: number; count: number }>();
  weights.forEach((weight, j) => {
    if (weight === 0) return;
    const known = sums.get(weight);
    if (known === undefined) sums.set(weight, { sum: scores[j], count: 1 });
    else {
      known.sum += scores[j];
      known.count++;
    }
  });
  const groups = [...sums].sort(([x], [y]) => x - y);
  const rounded = groups.map(([weight, { sum, count }]) => ({
    ...{ weight, count },
    sum: roundedSum(sum, count),
  }));
  if (rounded.length === 1) return rounded[0].sum / rounded[0].count;
  return rounded.reduce((total, { weight, sum }) => total + weight * sum, 0);
}

/** The strata of random draws: the values of the tag of a `macro` score, else one stratum of all items. */
export function strataOf(bank: RecordedBank): Strata {
  if (bank.fullScore === 'items')
    return { count: 1, of: new Uint8Array(bank.responses.items.length) };
  const tag = bank.tags[bank.fullScore.slice('macro:'.length)];
  return { count: tag.values.length, of: tag.codes };
}

/** The tag scores are reported by: the one of a `macro` score, else the bank's first; undefined if it has none. */
export function scoreTag({ fullScore, tags }: RecordedBank): string | undefined {
  return fullScore === 'items' ? Object.keys(tags)[0] : fullScore.slice('macro:'.length);
}

/** The tag whose values a balanced test keeps in proportion. @throws OPTIONS_CONFLICT if the bank has no tags */
export function balanceTag(bank: RecordedBank): string {
  const tag = scoreTag(bank);
  if (tag === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '"balanced"',
      reason:
        'asks tags in proportion, but these items have no tags; choose another strategy, or give the items tags.',
    });
  return tag;
}
