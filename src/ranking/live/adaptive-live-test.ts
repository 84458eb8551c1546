import type { ProgramSolver } from '../../cat/assemble/program.ts';
import { PUBLISHED, type SessionConfiguration } from '../../cat/configuration.ts';
import { estimateFrom } from '../../cat/estimate-from.ts';
import { AdaptiveSession } from '../../cat/session.ts';
import type { StopRule } from '../../cat/stop/rules.ts';
import type { Answers } from '../../irt/answers.ts';
import type { AbilityEstimate } from '../../irt/estimate/estimate.ts';
import { givenAnswers } from '../given-answers.ts';
import { NO_TRUST } from '../own-random.ts';
import type { LiveFold } from './live-fold.ts';
import type { CalibratedTest } from './live-test.ts';
import { modelScore, modelStanding } from './score-from-model.ts';

/** What tests of the same calibration share. */
export interface AdaptiveLiveBank extends LiveFold {
  readonly weights: Float64Array;
  /** The items that are never asked. */
  readonly exclude: readonly string[];
}

/** The rules of an adaptive live test; by default those of the published method. */
export interface AdaptiveLiveRules
  extends Partial<Omit<SessionConfiguration, 'seed' | 'lag' | 'exclude'>> {
  /** Items asked at most. */
  readonly length: number;
  readonly lag: number;
}

/**
 * The published method (maximum likelihood and maximum information) or other rules, on a model that answers during the test;
 * with quotas, the balanced strategy. Its intervals come from the response model (score-from-model.ts).
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
  const live = { bank, scale, weights, range };
  const scoreOf = (given: Answers, own: AbilityEstimate = session.estimate) =>
    modelScore(live, given, own);
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
        ...modelStanding(live, given, session.estimate),
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
