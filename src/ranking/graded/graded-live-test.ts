import type { GradedBank } from '../../cat/graded/graded-bank.ts';
import { expectedGradeError, rightGrades } from '../../cat/graded/graded-prediction.ts';
import { GradedSession } from '../../cat/graded/graded-session.ts';
import { isBeyond } from '../../cat/robust/alarm.ts';
import { levelOf } from '../../irt/polytomous/score-levels.ts';
import { randomStream } from '../../random.ts';
import type { ScaleChange } from '../common-scale.ts';
import { expectedScore } from '../further-scores.ts';
import { itemsRight } from '../items-right.ts';
import type { LiveFold } from '../live/live-fold.ts';
import type { CalibratedTest, GradedRecord, LiveScore } from '../live/live-test.ts';
import { robustReason } from '../live/unverified-reason.ts';
import { NO_TRUST } from '../own-random.ts';
import { gradedInterval } from './graded-interval.ts';
import type { GradedPreparation } from './prepare-graded.ts';

/** What tests of the same calibration share. */
export interface GradedLiveBank extends LiveFold {
  readonly graded: GradedReady;
  /** Of the items in the full score, adding up to 1. */
  readonly weights: Float64Array;
  readonly isAskable: (item: number) => boolean;
  /** False where items were kept from being asked that the intervals were learned with. */
  readonly asLearned: boolean;
}

/** A preparation with its curves. */
export interface GradedReady {
  readonly prepared: GradedPreparation;
  readonly curves: GradedBank;
  /** From its abilities to those of the calibration of right and wrong answers on the same examinees. */
  readonly toFold: ScaleChange;
}

/** A test on graded scores of a model that answers while it goes on. @param seed names its random choices */
export function gradedLiveTest(
  model: string,
  { graded, bank, scale, range, weights, isAskable, asLearned }: GradedLiveBank,
  length: number,
  lag: number,
  seed: string,
): CalibratedTest {
  const { prepared, curves, toFold } = graded;
  const { levels, width, choice } = prepared;
  const random = randomStream(seed, 'graded');
  const session = new GradedSession(curves, { weights, randomShare: 0, random, isAskable, lag });
  const isOver = () => session.issued >= length || session.isUsedUp;
  const standing = (of = session) => {
    const prediction = of.predict();
    const { ability, abilityError } = prediction;
    const estimate = {
      ability: toFold.slope * ability + toFold.shift,
      se: toFold.slope * abilityError,
      atBound: false,
    };
    const given = of.given;
    const alarm = isBeyond(prediction, range) ? ('beyond' as const) : null;
    const right = rightGrades(curves, given, ability, abilityError);
    return { prediction, estimate, given, alarm, right };
  };
  const scoreOf = (of: GradedSession, isWhole: boolean): LiveScore | null => {
    const { prediction, estimate, given, alarm, right } = standing(of);
    const { count } = right;
    if (count === 0) return null;
    const unverified = robustReason({
      asLearned,
      enoughModels: width.factor.verified,
      alarm,
      isGrown: false,
      isShort: false,
      isWhole: isWhole && count === of.issued,
    });
    const { low, high } = gradedInterval(prediction, width);
    const error = expectedGradeError(curves, of.posterior, weights, given);
    // What the model misses is missed in all items of the bank.
    const se = Math.sqrt(error.se ** 2 + width.misfit);
    const factor = { ...width.factor, verified: unverified === null };
    return {
      items: count,
      ability: scale.slope * estimate.ability + scale.shift,
      se: scale.slope * estimate.se,
      atBound: null,
      score: 100 * prediction.score,
      low: 100 * low,
      high: 100 * high,
      verified: unverified === null,
      unverified,
      alarm,
      expected: expectedScore({ ...error, score: prediction.score, se }, factor),
      tags: {},
      ...NO_TRUST,
      growth: null,
      ...itemsRight(right),
    };
  };
  return {
    model,
    length,
    get asked() {
      return session.issued;
    },
    get isOver() {
      return isOver();
    },
    next(most) {
      const items: number[] = [];
      while (items.length < most && session.issued < length) {
        const j = session.ask();
        if (j === null) break;
        items.push(j);
      }
      return items;
    },
    record: (item, score) => session.record(item, levelOf(score, levels), score),
    score: () => scoreOf(session, isOver()),
    scoreWithout: (items) => scoreOf(session.without(items), false),
    conclude() {
      const { given, ...found } = standing();
      const { count } = found.right;
      const record: GradedRecord = {
        strategy: 'graded',
        model: choice.model,
        levels,
        items: Array.from(given.index, (j, t) => ({
          item: bank.ids[j],
          score: given.scores[t],
          category: given.categories[t],
        })),
      };
      return {
        ...found,
        ...NO_TRUST,
        growth: null,
        items: count,
        more: null,
        stopped: `${count} items`,
        record,
      };
    },
  };
}
