import type { CatBank, TagCodes } from '../cat/bank.ts';
import { PUBLISHED } from '../cat/configuration.ts';
import type { Quota } from '../cat/constrain/quotas.ts';
import { AdaptiveSession } from '../cat/session.ts';
import type { Answers } from '../irt/answers.ts';
import { estimateEap } from '../irt/estimate/eap.ts';
import { type AbilityEstimate, STANDARD_NORMAL } from '../irt/estimate/estimate.ts';
import { addAnswer, emptyGrid } from '../irt/likelihood-grid.ts';
import { type PredictedScore, predictedScore } from '../irt/predicted-score.ts';
import { largestRemainder } from '../statistics/largest-remainder.ts';

/** A recorded examinee to test: its answers, and the weights of the items in its full score. */
export interface RecordedExaminee {
  /** One entry per item; NaN if there is no answer. */
  readonly scores: Float64Array;
  /** Weight of each item in the full score; 0 if there is no answer. */
  readonly weights: Float64Array;
}

/** How many items per examinee has an answer to. */
export function answeredCount({ scores }: Pick<RecordedExaminee, 'scores'>): number {
  return scores.reduce((n, u) => n + (Number.isNaN(u) ? 0 : 1), 0);
}

/** What share of the items. */
export function answeredShare(examinee: Pick<RecordedExaminee, 'scores'>): number {
  return answeredCount(examinee) / examinee.scores.length;
}

/** The state of a test after some number of items. */
export interface Checkpoint extends PredictedScore {
  /** Items used. */
  readonly items: number;
  readonly estimate: AbilityEstimate;
  readonly stopped: string;
}

/**
 * The published method on recorded answers: maximum likelihood and maximum information, one item after another, with its
 * predictions at each of `lengths` (ascending).
 *
 * @param quotas shares that the test keeps at its last length; none in the published method
 */
export function paperTest(
  bank: CatBank,
  examinee: RecordedExaminee,
  lengths: readonly number[],
  seed: string,
  quotas: readonly Quota[] = [],
): { checkpoints: Checkpoint[]; session: AdaptiveSession } {
  const exclude = bank.ids.filter((_, j) => Number.isNaN(examinee.scores[j]));
  const session = new AdaptiveSession(bank, {
    ...PUBLISHED,
    seed,
    exclude,
    quotas,
    stop: { rule: 'length', items: lengths[lengths.length - 1] },
  });
  const checkpoints: Checkpoint[] = [];
  const index = new Int32Array(lengths[lengths.length - 1]);
  const scores = new Float64Array(index.length);
  let count = 0;
  for (const length of lengths) {
    while (count < length) {
      const [issued] = session.next();
      if (issued === undefined) break;
      index[count] = issued.index;
      scores[count] = examinee.scores[issued.index];
      session.recordAt(issued.index, scores[count++]);
    }
    const answers: Answers = { items: bank.items, index, scores, count };
    checkpoints.push({
      ...predictedScore(answers, session.estimate, examinee.weights),
      items: count,
      estimate: session.estimate,
      stopped: session.stopped ?? `${length} items`,
    });
  }
  return { checkpoints, session };
}

/**
 * The published method with content balance: each value of a tag gets its share of the score in the test, to within one item,
 * and the most informative items of each value are asked. One session per length.
 */
export function balancedTest(
  bank: CatBank,
  examinee: RecordedExaminee,
  tag: string,
  lengths: readonly number[],
  seed: string,
): { checkpoints: Checkpoint[]; session: AdaptiveSession } {
  const answered = answeredCount(examinee);
  const tests = lengths.map((asked) => {
    // Shares can only be kept in a test that reaches its full length.
    const length = Math.min(asked, answered);
    const quotas = shareQuotas(bank.tags[tag], tag, examinee, length);
    return paperTest(bank, examinee, [length], seed, quotas);
  });
  return {
    checkpoints: tests.flatMap((test) => test.checkpoints),
    session: tests[tests.length - 1].session,
  };
}

/**
 * Quotas that give each value exactly its share of the score's weight among `length` items: whole numbers by largest remainder,
 * the first value first among equals; if a value has fewer answers than its share, the others get the rest.
 */
export function shareQuotas(
  { values, codes }: TagCodes,
  tag: string,
  examinee: Pick<RecordedExaminee, 'weights'>,
  length: number,
): Quota[] {
  const share = new Float64Array(values.length);
  const available = new Float64Array(values.length);
  examinee.weights.forEach((weight, j) => {
    share[codes[j]] += weight;
    if (weight > 0) available[codes[j]]++;
  });
  const count = largestRemainder(share, length, available);
  return values.map((value, v) => ({
    tag,
    value,
    least: count[v] / length,
    most: count[v] / length,
  }));
}

/**
 * The calibrated prediction from items that were drawn at random: the ability is the posterior mean under N(0, 1).
 * @param order items with an answer, in the order they are asked
 */
export function fixedTest(
  bank: CatBank,
  examinee: RecordedExaminee,
  order: ArrayLike<number>,
  lengths: readonly number[],
): Checkpoint[] {
  const grid = emptyGrid(...bank.bounds, bank.gridStep);
  const index = new Int32Array(order.length);
  const scores = new Float64Array(order.length);
  let count = 0;
  return lengths.map((length) => {
    for (; count < Math.min(length, order.length); count++) {
      index[count] = order[count];
      scores[count] = examinee.scores[order[count]];
      addAnswer(grid, bank.items, index[count], scores[count]);
    }
    const answers: Answers = { items: bank.items, index, scores, count };
    const estimate = estimateEap(answers, grid, STANDARD_NORMAL);
    return {
      ...predictedScore(answers, estimate, examinee.weights),
      items: count,
      estimate,
      stopped: `${count} items`,
    };
  });
}
