import type { CatBank } from '../../cat/bank.ts';
import { PUBLISHED } from '../../cat/configuration.ts';
import type { Quota } from '../../cat/constrain/quotas.ts';
import { type CalibratedRange, isBeyond } from '../../cat/robust/surprise.ts';
import { AdaptiveSession } from '../../cat/session.ts';
import { predictedScore } from '../../irt/predicted-score.ts';
import { rightAnswers } from '../../irt/right-answers.ts';
import type { ScaleChange } from '../common-scale.ts';
import { NORMAL_90 } from '../conformal.ts';
import { givenAnswers } from '../given-answers.ts';
import { scoreInterval } from '../intervals.ts';
import { itemsRight } from '../items-right.ts';
import { abilityBound } from './ability-bound.ts';
import type { LiveTest } from './live-test.ts';

/** What tests of the same calibration share. */
export interface AdaptiveLiveBank {
  readonly bank: CatBank;
  readonly scale: ScaleChange;
  readonly weights: Float64Array;
  readonly quotas: readonly Quota[];
  readonly range: CalibratedRange;
  readonly isAskable: (item: number) => boolean;
}

/**
 * The published method, maximum likelihood and maximum information, on a model that answers while it goes on; with quotas
 * its balanced kin. Its intervals are the model's own, and count as unverified. The errors of integrated item parameters are in
 * them already: those are of expected curves P̄ = E[P | calibration], and P̄(1 − P̄) is the variance of an answer with P uncertain.
 */
export function adaptiveLiveTest(
  model: string,
  { bank, scale, weights, quotas, range, isAskable }: AdaptiveLiveBank,
  length: number,
  lag: number,
  seed: string,
): LiveTest {
  const session = new AdaptiveSession(bank, {
    ...PUBLISHED,
    seed,
    lag,
    quotas,
    exclude: bank.ids.filter((_, j) => !(weights[j] > 0 && isAskable(j))),
    stop: { rule: 'length', items: length },
  });
  return {
    model,
    length,
    get asked() {
      return session.length;
    },
    get isOver() {
      return session.stopped !== null;
    },
    next: (most) => session.next(most).map(({ index }) => index),
    record: (item, score) => session.recordAt(item, score),
    score() {
      const answers = givenAnswers(bank, session);
      if (answers.count === 0) return null;
      const { estimate } = session;
      const predicted = predictedScore(answers, estimate, weights);
      const interval = scoreInterval(predicted, { factor: NORMAL_90, verified: false });
      return {
        items: answers.count,
        ability: scale.slope * estimate.ability + scale.shift,
        se: scale.slope * estimate.se,
        atBound: abilityBound(estimate),
        score: 100 * predicted.score,
        low: 100 * interval.low,
        high: 100 * interval.high,
        verified: false,
        alarm: isBeyond(predicted.score, range) ? 'beyond' : null,
        expected: null,
        tags: {},
        ...itemsRight(rightAnswers(answers, estimate)),
      };
    },
  };
}
