import { isBeyond } from '../../cat/robust/alarm.ts';
import type { Answers } from '../../irt/answers.ts';
import type { AbilityEstimate } from '../../irt/estimate/estimate.ts';
import { expectedError, predictedScore } from '../../irt/predicted-score.ts';
import { rightAnswers } from '../../irt/right-answers.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import type { IntervalFactor } from '../conformal.ts';
import { expectedScore } from '../further-scores.ts';
import { scoreInterval } from '../intervals.ts';
import { itemsRight } from '../items-right.ts';
import { NO_TRUST } from '../own-random.ts';
import { abilityBound } from './ability-bound.ts';
import type { LiveFold } from './live-fold.ts';
import type { LiveScore } from './live-test.ts';

/** What a score by the response model alone needs of its calibration. */
export interface ModelScoreBank extends Pick<LiveFold, 'bank' | 'scale' | 'range'> {
  readonly weights: Float64Array;
}

/** Why these intervals are unverified. */
const OWN: IntervalFactor = { factor: NORMAL_90, verified: false };
const WIDER: IntervalFactor = { factor: 2 * NORMAL_90, verified: false };

/** What answers and the ability estimated from them say of the whole bank. */
export function modelStanding(
  { weights, range }: Pick<ModelScoreBank, 'weights' | 'range'>,
  answers: Answers,
  estimate: AbilityEstimate,
) {
  const prediction = predictedScore(answers, estimate, weights);
  const alarm = isBeyond(prediction, range) ? ('beyond' as const) : null;
  return { estimate, prediction, alarm, right: rightAnswers(answers, estimate) };
}

/**
 * The score by the response model alone, whatever rule chose the items. Its intervals are twice as wide with an alarm, and count as
 * unverified. They already include the errors of integrated item parameters: these describe expected curves P̄ = E[P |
 * calibration], and P̄(1 − P̄) is the variance of an answer when P is uncertain.
 * @returns null without answers
 */
export function modelScore(
  live: ModelScoreBank,
  given: Answers,
  own: AbilityEstimate,
): LiveScore | null {
  if (given.count === 0) return null;
  const { scale, weights } = live;
  const { estimate, prediction, alarm, right } = modelStanding(live, given, own);
  const factor = alarm === null ? OWN : WIDER;
  const interval = scoreInterval(prediction, factor);
  const expected = expectedError(given, estimate, weights);
  return {
    items: given.count,
    ability: scale.slope * estimate.ability + scale.shift,
    se: scale.slope * estimate.se,
    atBound: abilityBound(estimate),
    score: 100 * prediction.score,
    low: 100 * interval.low,
    high: 100 * interval.high,
    verified: false,
    unverified: 'strategy',
    alarm,
    expected: expectedScore({ score: prediction.score, ...expected }, factor),
    tags: {},
    ...NO_TRUST,
    growth: null,
    ...itemsRight(right),
  };
}
