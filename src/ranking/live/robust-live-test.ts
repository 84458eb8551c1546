import type { CatBank } from '../../cat/bank.ts';
import { FEWEST_ANSWERS } from '../../cat/robust/alarm.ts';
import type { AnsweredItems } from '../../cat/robust/examinee-posterior.ts';
import { type ItemCosts, mostItems } from '../../cat/robust/item-costs.ts';
import { posteriorRightAnswers } from '../../cat/robust/posterior-right-answers.ts';
import { type RobustPreview, RobustSession } from '../../cat/robust/robust-session.ts';
import { money2 } from '../../numbers.ts';
import { randomStream } from '../../random.ts';
import type { ScaleChange } from '../common-scale.ts';
import { furtherScores, type TaggedParts, type TagScore } from '../further-scores.ts';
import { scoreInterval } from '../intervals.ts';
import { itemsRight } from '../items-right.ts';
import { calibrationTrust } from '../own-random.ts';
import { fixedTest } from '../recorded-test.ts';
import {
  type MorePredictions,
  morePredictions,
  possibleScores,
} from '../robust/more-predictions.ts';
import { intervalFactor, type RobustBank, tagIntervalFactor } from '../robust/prepare-robust.ts';
import { stratifiedOrder } from '../robust/stratified-order.ts';
import { abilityBound } from './ability-bound.ts';
import type {
  CalibratedTest,
  Conclusion,
  LiveScore,
  LiveTagScore,
  RobustRecord,
} from './live-test.ts';
import { type Growth, TestGrowth } from './test-growth.ts';
import { robustReason } from './unverified-reason.ts';

/** What tests of the same calibration share. */
export interface RobustLiveBank {
  readonly prepared: RobustBank;
  /** The same calibration in one dimension: for abilities. */
  readonly bank: CatBank;
  readonly scale: ScaleChange;
  /** Of the items in the full score, adding up to 1. */
  readonly weights: Float64Array;
  readonly parts: TaggedParts;
  readonly isAskable: (item: number) => boolean;
  /** False where items were kept from being asked that the intervals were learned with. */
  readonly asLearned: boolean;
  /** What items cost, for tests that choose or end by it. */
  readonly costs?: ItemCosts | undefined;
}

/**
 * A robust test of a model that answers while it goes on.
 *
 * @param seed names its random order
 * @param growTo the most items of a test that needs more than `length`; null if it has that length in any case
 */
export function robustLiveTest(
  model: string,
  live: RobustLiveBank,
  length: number,
  lag: number,
  seed: string,
  growTo: number | null = null,
): CalibratedTest {
  const { prepared, weights, isAskable, costs } = live;
  const order = stratifiedOrder(
    (j) => weights[j] > 0 && isAskable(j),
    prepared.stratum,
    randomStream(seed, 'robust'),
  );
  const session = new RobustSession(prepared.model, {
    weights,
    isAskable,
    randomOrder: order,
    randomShare: prepared.randomShare,
    range: prepared.range,
    flagged: prepared.flagged,
    lag,
    costs,
  });
  const most = costs === undefined ? order.length : mostItems(costs);
  const from = Math.min(length, order.length, most);
  const growth = new TestGrowth(
    session,
    weights,
    (alarm) => intervalFactor(prepared, 0, alarm, session.asked.count).factor,
    { from, most: Math.min(growTo ?? from, order.length) },
  );
  /** Why it is over before its full length; null if it is not. */
  const early = () =>
    session.issued < growth.length && session.isUsedUp ? `${money2(costs!.most!)} used up` : null;
  const isOver = () => (session.issued >= growth.length && growth.isSettled) || session.isUsedUp;
  return {
    model,
    get length() {
      return growth.length;
    },
    get asked() {
      return session.issued;
    },
    get isOver() {
      return isOver();
    },
    get reason() {
      return early();
    },
    get cost() {
      return session.spent;
    },
    next(most) {
      const items: number[] = [];
      const { length: longest } = growth;
      while (items.length < most && session.issued < longest) {
        const j = session.next();
        if (j < 0) break;
        session.ask(j);
        items.push(j);
      }
      return items;
    },
    record: (item, score) => session.record(item, score),
    score() {
      if (session.asked.count === 0) return null;
      const isWhole = isOver() && session.asked.count === session.issued;
      const standing = standingOf(live, session.preview());
      return robustScore(live, standing, { isWhole, isAtEnd: isWhole }, growth.growth);
    },
    scoreWithout(missing) {
      const left = session.preview(missing);
      return left.asked.count === 0
        ? null
        : robustScore(
            live,
            standingOf(live, left),
            { isWhole: false, isAtEnd: isOver() },
            growth.growth,
          );
    },
    conclude() {
      const prediction = session.predict();
      const alarm = session.alarm(prediction);
      const {
        scores: _,
        asked,
        ...concluded
      } = standingOf(live, {
        prediction,
        alarm,
        average: session.average,
        asked: session.asked,
        randomItems: session.randomItems,
      });
      return {
        ...concluded,
        items: asked.count,
        stopped: early() ?? `${asked.count} items`,
        growth: growth.growth,
        record: robustRecord(live, asked),
      };
    },
  };
}

/** Where a test stands by a posterior of its model. */
interface Standing extends Omit<Conclusion, 'items' | 'stopped' | 'record' | 'more' | 'growth'> {
  readonly asked: AnsweredItems;
  /** One entry per item, NaN if it has no answer. */
  readonly scores: Float64Array;
  readonly more: MorePredictions;
}

function standingOf(
  { bank, weights, parts }: RobustLiveBank,
  { prediction, alarm, average, asked, randomItems }: RobustPreview,
): Standing {
  const scores = answersOf(asked, weights.length);
  const order = asked.index.subarray(0, asked.count);
  const [{ estimate }] = fixedTest(bank, { scores, weights }, order, [asked.count]);
  const { score, se } = prediction;
  return {
    asked,
    scores,
    prediction: { score, se, ...possibleScores(asked, weights) },
    estimate,
    alarm,
    right: posteriorRightAnswers(average.posterior, asked),
    more: morePredictions(average, weights, parts),
    ...calibrationTrust(average.misfit, randomItems),
  };
}

function robustScore(
  { prepared, scale, weights, parts, asLearned }: RobustLiveBank,
  { asked, scores, prediction, estimate, alarm, right, more, misfit, ownRandom }: Standing,
  { isWhole, isAtEnd }: { readonly isWhole: boolean; readonly isAtEnd: boolean },
  growth: Growth | null,
): LiveScore {
  // Widths were learned for tests of the full length, on all items.
  const own = intervalFactor(prepared, 0, alarm, asked.count);
  const unverified = robustReason({
    asLearned,
    enoughModels: prepared.factors[0].verified,
    alarm,
    isGrown: growth !== null,
    isShort: asked.count < FEWEST_ANSWERS,
    isWhole,
  });
  const known = unverified === null ? {} : { verified: false };
  const factors = {
    whole: { ...own, ...known },
    tag: { ...tagIntervalFactor(prepared, 0, alarm, asked.count), ...known },
  };
  const interval = scoreInterval(prediction, factors.whole);
  const further = furtherScores(more, { scores, weights }, parts, factors);
  return {
    items: asked.count,
    ability: scale.slope * estimate.ability + scale.shift,
    se: scale.slope * estimate.se,
    atBound: abilityBound(estimate),
    score: 100 * prediction.score,
    low: 100 * interval.low,
    high: 100 * interval.high,
    verified: interval.verified,
    unverified,
    alarm,
    expected: further.expected,
    tags: Object.fromEntries(
      Object.entries(further.tags).map(([tag, values]) => [tag, liveTags(values)]),
    ),
    misfit,
    // The random items of a test that is not at its end are no sample as planned.
    ownRandom: isAtEnd ? ownRandom : null,
    growth,
    ...itemsRight(right),
  };
}

function robustRecord({ bank, prepared }: RobustLiveBank, asked: AnsweredItems): RobustRecord {
  return {
    strategy: 'robust',
    dimensions: prepared.model.dimensions,
    randomShare: prepared.randomShare,
    items: Array.from({ length: asked.count }, (_, t) => ({
      item: bank.ids[asked.index[t]],
      score: asked.scores[t],
    })),
  };
}

/** Without the recorded scores, which are not known for a new model. */
function liveTags(
  tags: Readonly<Record<string, TagScore>>,
): Readonly<Record<string, LiveTagScore>> {
  return Object.fromEntries(
    Object.entries(tags).map(([value, { actual: _, ...known }]) => [value, known]),
  );
}

/** One entry per item, NaN if it has no answer. */
function answersOf({ index, scores, count }: AnsweredItems, items: number): Float64Array {
  const own = new Float64Array(items).fill(Number.NaN);
  for (let t = 0; t < count; t++) own[index[t]] = scores[t];
  return own;
}
