import { positionIn } from '../../cat/bank.ts';
import { PUBLISHED } from '../../cat/configuration.ts';
import { estimateFrom } from '../../cat/estimate-from.ts';
import { formLine } from '../../cat/fixed-form.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { Answers } from '../../irt/answers.ts';
import type { SampleScore } from '../design-interval.ts';
import { formScore } from '../form-score.ts';
import { plainScore } from '../random-items.ts';
import { scoreTag } from '../recorded-bank.ts';
import { boundedIfAlike } from './all-alike.ts';
import type { ItemPool } from './item-pool.ts';
import type { LiveFold } from './live-fold.ts';
import type { LiveScore, LiveTest } from './live-test.ts';
import { modelScore } from './score-from-model.ts';
import type { UnverifiedReason } from './unverified-reason.ts';

/** Expected a posteriori: it has an estimate also where all answers are right or wrong. */
const RULES = { ...PUBLISHED, estimator: 'eap' } as const;

/** What forms of one bank share. */
type FormBank = LiveFold &
  Pick<ItemPool, 'recorded' | 'weights' | 'strata' | 'isAskable' | 'asLearned'>;

/** How the items of a form were drawn from the bank: from each group and level of difficulty its share, or all equally likely. */
export type FormDraw = 'representative' | 'random';

/**
 * A fixed form: the same items in the same order, whatever is answered. Items without an answer count as not reached: they change
 * neither ability nor score. The ability comes from the response model, as in adaptive tests, and so does the score, unless it is to come
 * from the design of the draw.
 * @param form ids of items; of a drawn form in random order, so that its first answers are a random part of it
 * @param draw how it was drawn; null for a form that was not, and for a score by the response model
 * @throws ITEM_UNKNOWN for an item without parameters
 */
export function fixedLiveTest(
  model: string,
  live: FormBank,
  form: readonly string[],
  draw: FormDraw | null,
): LiveTest {
  const { bank } = live;
  const order = form.map((id) => positionIn(bank, id));
  const scores = new Map<number, number>();
  let asked = 0;
  const scoreOf = (without?: ReadonlySet<number>): LiveScore | null => {
    const index = order.filter((j) => scores.has(j) && without?.has(j) !== true);
    const answers: Answers = {
      items: bank.items,
      index: Int32Array.from(index),
      scores: Float64Array.from(index, (j) => scores.get(j)!),
      count: index.length,
    };
    const own = modelScore(live, answers, estimateFrom(bank, answers, RULES));
    if (own === null) return null;
    const score = draw === null ? own : designed(own, index, draw);
    return boundedIfAlike(score, live);
  };
  const designed = (own: LiveScore, index: readonly number[], draw: FormDraw): LiveScore => {
    const recorded = designScore(live, index, scores, { draw, size: order.length }, 'recorded');
    const expected = designScore(live, index, scores, { draw, size: order.length }, 'expected');
    const unverified = whyUnverified(index);
    return {
      ...own,
      ...recorded,
      verified: unverified === null,
      unverified,
      alarm: null,
      expected: { ...expected, basis: 'sample' },
    };
  };
  const whyUnverified = (index: readonly number[]): UnverifiedReason | null => {
    if (!live.asLearned) return 'part-of-bank';
    // Questions that were skipped may be the hard ones.
    return index.every((j, k) => order[k] === j) ? null : 'awaited';
  };
  return {
    model,
    length: order.length,
    get asked() {
      return asked;
    },
    get isOver() {
      return asked >= order.length;
    },
    next(most) {
      const from = asked;
      asked = Math.min(order.length, asked + most);
      return order.slice(from, asked);
    },
    record(item, score) {
      scores.set(item, score);
    },
    score: () => scoreOf(),
    scoreWithout: (items) => scoreOf(items),
  };
}

/** The score of a drawn form by its design, in points. @param given positions of the answered items */
function designScore(
  { bank, recorded, weights, strata, isAskable }: FormBank,
  given: readonly number[],
  scores: ReadonlyMap<number, number>,
  { draw, size }: { readonly draw: FormDraw; readonly size: number },
  target: ScoreTarget,
): SampleScore {
  const drawable = Float64Array.from(weights, (w, j) => (w > 0 && isAskable(j) ? 0 : Number.NaN));
  const inPoints = ({ score, low, high }: SampleScore) => ({
    score: 100 * score,
    low: 100 * low,
    high: 100 * high,
  });
  // A score of several strata is the mean of their means, however many items of each the form has.
  if (draw === 'random' || strata.count > 1) {
    for (const j of given) drawable[j] = scores.get(j)!;
    const sample = { scores: drawable, weights };
    return inPoints(plainScore(sample, strata, Int32Array.from(given), given.length, target));
  }
  const isGiven = new Uint8Array(weights.length);
  for (const j of given) isGiven[j] = 1;
  const tag = scoreTag(recorded);
  const groups = tag === undefined ? new Uint8Array(weights.length) : recorded.tags[tag].codes;
  const line = formLine(bank.items, groups, isGiven);
  return inPoints(
    formScore(
      {
        scores: line.map((j) => scores.get(j)!),
        isWhole: given.length === size,
        from: drawable.reduce((n, u) => n + (Number.isNaN(u) ? 0 : 1), 0),
      },
      target,
    ),
  );
}
