import type { Alarm } from '../../cat/robust/alarm.ts';
import type { SessionRecord } from '../../cat/session.ts';
import type { AbilityEstimate } from '../../irt/estimate/estimate.ts';
import type { PredictedScore } from '../../irt/predicted-score.ts';
import type { RightAnswers } from '../../irt/right-answers.ts';
import type { ExpectedScore, ScoreWithInterval } from '../further-scores.ts';
import type { ItemsRight } from '../items-right.ts';
import type { MorePredictions } from '../robust/more-predictions.ts';
import type { AbilityBound } from './ability-bound.ts';
import type { UnverifiedReason } from './unverified-reason.ts';

/** Where a test stands, from its answers so far; scores in percentage points. */
export interface LiveScore extends ScoreWithInterval, ItemsRight {
  /** Answers it rests on. */
  readonly items: number;
  /**
   * On the scale where the recorded models have mean 0 and variance 1, or that of a kept calibration; null if there is no
   * calibration.
   */
  readonly ability: number | null;
  readonly se: number | null;
  /** Whether the ability is the lowest or highest that is looked for: it lies there or beyond, and `se` says nothing of it. */
  readonly atBound: AbilityBound | null;
  /** Whether such intervals held for recorded models that were left out. */
  readonly verified: boolean;
  /** Why it is not; null if it is. */
  readonly unverified: UnverifiedReason | null;
  readonly alarm: Alarm | null;
  /** The score to be expected on items like these: the same number, with the chance in the answers given in its interval. */
  readonly expected: ExpectedScore;
  /** Scores by tag and value, of the score's tag, with the items asked of each; empty if the strategy predicts none. */
  readonly tags: Readonly<Record<string, Readonly<Record<string, LiveTagScore>>>>;
}

export interface LiveTagScore extends ScoreWithInterval {
  readonly items: number;
  readonly verified: boolean;
}

/**
 * A test of a model that answers while it goes on. Deterministic: the items asked depend on the bank, the request and the
 * answers, not on when the answers arrive or how often the result is read.
 */
export interface LiveTest {
  readonly model: string;
  /** Items it will ask. */
  readonly length: number;
  /** Items asked so far, answered or not. */
  readonly asked: number;
  /** Up to `most` items to ask now, by position in the bank; none where answers must come first, or nothing is left. */
  next(most: number): number[];
  /** @param score in [0, 1] */
  record(item: number, score: number): void;
  /** True if nothing more will be asked. */
  readonly isOver: boolean;
  /** Why nothing more will be asked, where that is not its length; null before. */
  readonly reason?: string | null;
  /** Null before the first answer. */
  score(): LiveScore | null;
}

/** What a test asked by a robust strategy, and with which choices. */
export interface RobustRecord {
  readonly strategy: 'robust';
  readonly dimensions: number;
  readonly randomShare: number;
  readonly items: readonly { readonly item: string; readonly score: number }[];
}

/** What a test has learned of its model: predictions in [0, 1] without intervals, the ability on the scale of its calibration. */
export interface Conclusion {
  /** Answers it rests on. */
  readonly items: number;
  readonly prediction: PredictedScore;
  readonly estimate: AbilityEstimate;
  readonly alarm: Alarm | null;
  readonly right: RightAnswers;
  /** Of a robust test; else null. */
  readonly more: MorePredictions | null;
  readonly stopped: string;
  readonly record: SessionRecord | RobustRecord;
}

/** A test on calibrated items. */
export interface CalibratedTest extends LiveTest {
  /**
   * What it has learned, once it is over. Of a robust test the posterior is then found from where it stands, and not from the
   * beginning as for `score`: the two differ by what the search for its mode tolerates.
   */
  conclude(): Conclusion;
}
