import type { ProgramSolver } from '../../cat/assemble/program.ts';
import { PUBLISHED, type SessionConfiguration } from '../../cat/configuration.ts';
import { estimateFrom } from '../../cat/estimate-from.ts';
import { isBeyond } from '../../cat/robust/alarm.ts';
import { AdaptiveSession } from '../../cat/session.ts';
import type { StopRule } from '../../cat/stop/rules.ts';
import type { Answers } from '../../irt/answers.ts';
import type { AbilityEstimate } from '../../irt/estimate/estimate.ts';
import { expectedError, predictedScore } from '../../irt/predicted-score.ts';
import { rightAnswers } from '../../irt/right-answers.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import type { IntervalFactor } from '../conformal.ts';
import { expectedScore } from '../further-scores.ts';
import { givenAnswers } from '../given-answers.ts';
import { scoreInterval } from '../intervals.ts';
import { itemsRight } from '../items-right.ts';
import { NO_TRUST } from '../own-random.ts';
import { abilityBound } from './ability-bound.ts';
import type { LiveFold } from './live-fold.ts';
import type { CalibratedTest, LiveScore } from './live-test.ts';

/** What tests of the same calibration share. */
export interface AdaptiveLiveBank extends LiveFold {
  readonly weights: Float64Array;
  /** The items that are never asked. */
  readonly exclude: readonly string[];
}

/** Why these intervals are unverified. */
const OWN: IntervalFactor = { factor: NORMAL_90, verified: false };
const WIDER: IntervalFactor = { factor: 2 * NORMAL_90, verified: false };

/** The rules of an adaptive live test; by default those of the published method. */
export interface AdaptiveLiveRules
  extends Partial<Omit<SessionConfiguration, 'seed' | 'lag' | 'exclude'>> {
  /** Items asked at most. */
  readonly length: number;
  readonly lag: number;
}

/**
 * The published method (maximum likelihood and maximum information) or other rules, on a model that answers during the test;
 * with quotas, the balanced strategy. Its intervals come from the response model, are twice as wide with an alarm, and count as
 * unverified. They already include the errors of integrated item parameters: these describe expected curves P̄ = E[P |
 * calibration], and P̄(1 − P̄) is the variance of an answer when P is uncertain.
 * @param solver of shadow tests, for rules that need them
 */
export function adaptiveLiveTest(
  model: string,
  { bank, scale, weights, range, exclude }: AdaptiveLiveBank,
  { length, stop, ...rules }: AdaptiveLiveRules,
  seed: string,
  solver: ProgramSolver | null = null,
): CalibratedTest {
  const longest: StopRule = { rule: 'length', items: length };
  const session = new AdaptiveSession(
    bank,
    {
      ...PUBLISHED,
      ...rules,
      seed,
      exclude,
      stop: stop === undefined ? longest : { rule: 'any', of: [longest, stop] },
    },
    solver,
  );
  const standing = (answers: Answers, estimate: AbilityEstimate = session.estimate) => {
    const prediction = predictedScore(answers, estimate, weights);
    const alarm = isBeyond(prediction, range) ? ('beyond' as const) : null;
    return { estimate, prediction, alarm, right: rightAnswers(answers, estimate) };
  };
  const scoreOf = (given: Answers, own?: AbilityEstimate): LiveScore | null => {
    if (given.count === 0) return null;
    const { estimate, prediction, alarm, right } = standing(given, own);
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
  };
  return {
    model,
    length,
    get asked() {
      return session.length;
    },
    get isOver() {
      return session.stopped !== null;
    },
    get reason() {
      return session.stopped;
    },
    next: (most) => session.next(most).map(({ index }) => index),
    record: (item, score) => session.recordAt(item, score),
    score: () => scoreOf(givenAnswers(bank, session)),
    scoreWithout(items) {
      const left = givenAnswers(bank, session, items);
      return scoreOf(left, estimateFrom(bank, left, session.configuration));
    },
    conclude() {
      const given = givenAnswers(bank, session);
      return {
        ...standing(given),
        ...NO_TRUST,
        growth: null,
        items: given.count,
        more: null,
        stopped: session.stopped ?? `${given.count} items`,
        record: session.toRecord(),
      };
    },
  };
}
