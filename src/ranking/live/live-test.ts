import type { Alarm } from '../../cat/robust/alarm.ts';
import type { SessionRecord } from '../../cat/session.ts';
import type { AbilityEstimate } from '../../irt/estimate/estimate.ts';
import type { PredictedScore } from '../../irt/predicted-score.ts';
import type { RightAnswers } from '../../irt/right-answers.ts';
import type { ExpectedScore, ScoreWithInterval } from '../further-scores.ts';
import type { ItemsRight } from '../items-right.ts';
import type { CalibrationTrust } from '../own-random.ts';
import type { MorePredictions } from '../robust/more-predictions.ts';
import type { AbilityBound } from './ability-bound.ts';
import type { Growth } from './test-growth.ts';
import type { UnverifiedReason } from './unverified-reason.ts';

/** The result of a test from its answers so far; scores in percentage points. */
export interface LiveScore extends ScoreWithInterval, ItemsRight, CalibrationTrust {
  /** Answers it rests on. */
  readonly items: number;
  /**
   * On the scale where the recorded models have mean 0 and variance 1, or that of a kept calibration; null if there is no
   * calibration.
   */
  readonly ability: number | null;
  readonly se: number | null;
  /**
   * Whether the ability is at the lowest or highest allowed value. The true ability lies there or beyond, and `se` does not
   * apply.
   */
  readonly atBound: AbilityBound | null;
  /** Whether such intervals held for held-out recorded models. */
  readonly verified: boolean;
  /** Why the interval is unverified; null if it is verified. */
  readonly unverified: UnverifiedReason | null;
  readonly alarm: Alarm | null;
  /** How the test went on beyond its length; null if it did not. */
  readonly growth: Growth | null;
  /** The expected score on items like these: the same number, but its interval includes the chance in the given answers. */
  readonly expected: ExpectedScore;
  /** Scores by value of the score's tag, with the number of items asked; empty if the strategy predicts none. */
  readonly tags: Readonly<Record<string, Readonly<Record<string, LiveTagScore>>>>;
}

export interface LiveTagScore extends ScoreWithInterval {
  readonly items: number;
  readonly verified: boolean;
  /** The expected score on items like these; `low` and `high` are of the recorded score. */
  readonly expected: ExpectedScore;
}

/**
 * A test of a model that answers during the test. It is deterministic: the items depend on the bank, the request and the
 * answers, not on when answers arrive or how often the result is read.
 */
export interface LiveTest {
  readonly model: string;
  /** Items it will ask; more once a test grows. */
  readonly length: number;
  /** Items asked so far, answered or not. */
  readonly asked: number;
  /** Up to `most` items to ask now, by position in the bank; empty if answers must come first or nothing is left. */
  next(most: number): number[];
  /** @param score in [0, 1] */
  record(item: number, score: number): void;
  /** An item that was asked has no answer, which counts for nothing: as `scoreWithout` all scores leave it out. */
  miss?(item: number): void;
  /** True if nothing more will be asked. */
  readonly isOver: boolean;
  /** Why the test ended, if not because of its length; null before the end. */
  readonly reason?: string | null;
  /** Dollars that the items asked so far cost; null or absent if costs are not known. */
  readonly cost?: number | null;
  /** Null before the first answer. */
  score(): LiveScore | null;
  /**
   * The score as if the answers to some items were not there; null if none is left. The other items and their order stay, so it is the
   * score of this test with gaps. Its interval is never verified. Absent for a test that has no score of its own.
   */
  scoreWithout?(items: ReadonlySet<number>): LiveScore | null;
}

/** The items of a robust test, and the choices it used. */
export interface RobustRecord {
  readonly strategy: 'robust';
  readonly dimensions: number;
  readonly randomShare: number;
  readonly items: readonly { readonly item: string; readonly score: number }[];
}

/** The items of a graded test, the model of their scores, and the levels that answers were put on. */
export interface GradedRecord {
  readonly strategy: 'graded';
  readonly model: string;
  readonly levels: readonly number[];
  readonly items: readonly {
    readonly item: string;
    readonly score: number;
    readonly category: number;
  }[];
}

/** The estimates of a test: predictions in [0, 1] without intervals, and the ability on the scale of its calibration. */
export interface Conclusion extends CalibrationTrust {
  /** Answers it rests on. */
  readonly items: number;
  readonly prediction: PredictedScore;
  readonly estimate: AbilityEstimate;
  readonly alarm: Alarm | null;
  readonly right: RightAnswers;
  /** Of a robust test; else null. */
  readonly more: MorePredictions | null;
  readonly stopped: string;
  /** How the test went on beyond its length; null if it did not. */
  readonly growth: Growth | null;
  readonly record: SessionRecord | RobustRecord | GradedRecord;
}

/** A test on calibrated items. */
export interface CalibratedTest extends LiveTest {
  /**
   * The estimates after the end of the test. A robust test then finds the posterior mode from its current state, not from the
   * start as for `score`; the two differ by the tolerance of the search.
   */
  conclude(): Conclusion;
}
