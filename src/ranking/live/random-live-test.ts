import { affordable, costOf, type ItemCosts } from '../../cat/robust/item-costs.ts';
import { randomStream } from '../../random.ts';
import { NO_TRUST } from '../own-random.ts';
import { plainScore, randomOrder, type Strata } from '../random-items.ts';
import type { LiveScore, LiveTest } from './live-test.ts';
import type { UnverifiedReason } from './unverified-reason.ts';

/** What random tests of a bank share. */
export interface RandomLiveBank {
  /** Of the items in the full score, adding up to 1. */
  readonly weights: Float64Array;
  readonly strata: Strata;
  readonly isAskable: (item: number) => boolean;
  /** False if not all items could be drawn; the score then covers only those that could. */
  readonly asLearned: boolean;
}

/**
 * Items drawn at random, the same number from each stratum, and their mean. It needs no calibration: the interval is that of a
 * random sample and uses no model of the answers.
 */
export function randomLiveTest(
  model: string,
  { weights, strata, isAskable, asLearned }: RandomLiveBank,
  length: number,
  seed: string,
  costs?: ItemCosts,
): LiveTest {
  const drawable = () =>
    Float64Array.from(weights, (w, j) => (w > 0 && isAskable(j) ? 0 : Number.NaN));
  // Keep only the part of the order that is asked, because thousands of tests may be open.
  const drawn = randomOrder(
    { scores: drawable(), weights },
    strata,
    randomStream(seed, 'random'),
  ).subarray(0, length);
  const order = drawn.slice(0, affordable(drawn, costs));
  const longest = order.length;
  const answers = new Map<number, number>();
  let asked = 0;
  /** @param given items with answers @param gap why they are no sample of the bank; null if they are one */
  const scoreOf = (given: Int32Array, gap: UnverifiedReason | null): LiveScore | null => {
    if (given.length === 0) return null;
    const scores = drawable();
    for (const j of given) scores[j] = answers.get(j)!;
    const sample = { scores, weights };
    const { score, low, high } = plainScore(sample, strata, given, given.length);
    const expected = plainScore(sample, strata, given, given.length, 'expected');
    const unverified = asLearned ? gap : 'part-of-bank';
    const right = given.reduce((sum, j) => sum + answers.get(j)!, 0);
    return {
      items: given.length,
      ability: null,
      se: null,
      atBound: null,
      score: 100 * score,
      low: 100 * low,
      high: 100 * high,
      verified: unverified === null,
      unverified,
      alarm: null,
      expected: {
        score: 100 * expected.score,
        low: 100 * expected.low,
        high: 100 * expected.high,
        basis: 'sample',
      },
      tags: {},
      ...NO_TRUST,
      growth: null,
      right,
      shareRight: (100 * right) / given.length,
      // Without a calibration there is no expected share.
      shareExpected: null,
      residual: null,
    };
  };
  return {
    model,
    length: longest,
    get asked() {
      return asked;
    },
    get cost() {
      return costs === undefined ? null : costOf(order, asked, costs);
    },
    get isOver() {
      return asked >= longest;
    },
    next(most) {
      const from = asked;
      asked = Math.min(longest, asked + most);
      return Array.from(order.subarray(from, asked));
    },
    record(item, score) {
      answers.set(item, score);
    },
    score() {
      const given = order.subarray(0, asked).filter((j) => answers.has(j));
      // The first answers to arrive may be those to easier items, so the sample is random only when complete.
      return scoreOf(given, given.length === asked ? null : 'awaited');
    },
    scoreWithout(items) {
      const given = order.subarray(0, asked).filter((j) => answers.has(j) && !items.has(j));
      return scoreOf(given, 'awaited');
    },
  };
}
