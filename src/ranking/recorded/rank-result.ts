import type { Alarm } from '../../cat/robust/alarm.ts';
import type { SessionRecord } from '../../cat/session.ts';
import type { ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import type { WordsOfTags } from '../../tag-words.ts';
import type { Agreement } from '../agreement.ts';
import type { Families } from '../families.ts';
import type { LeftOut } from '../flagged-items.ts';
import type { ExpectedScore, TagAgreement, TagScores } from '../further-scores.ts';
import type { GradedSummary } from '../graded/graded-summary.ts';
import type { ItemsRight } from '../items-right.ts';
import type { GradedRecord, RobustRecord } from '../live/live-test.ts';
import type { Growth } from '../live/test-growth.ts';
import type { CalibrationTrust } from '../own-random.ts';
import type { RankStrategy } from './rank-request.ts';

/** One line of a leaderboard; scores in percentage points. */
export interface RankedModel extends ItemsRight, CalibrationTrust {
  /** Null if the model answered less than half of the bank and others answered more: its score then covers too few of the items. */
  readonly rank: number | null;
  readonly model: string;
  /** Ability on the scale where all recorded models have mean 0 and variance 1. */
  readonly ability: number;
  readonly se: number;
  /** Predicted score on the whole bank, with its 90% interval. */
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /**
   * False if there are too few other models to check such intervals on, or if the model answered less than NEARLY_ALL of the
   * bank, so that its score covers other items than those of the others. True for an exact score.
   */
  readonly verified: boolean;
  /** The expected score on items like these, answered again; null if the strategy is not `robust`. */
  readonly expected: ExpectedScore | null;
  /** Scores by value of the score's tag, else of the bank's first; empty without tags, or if the strategy is not `robust`. */
  readonly tags: TagScores;
  /**
   * What the calibration cannot explain: a score `beyond` those of all its models (the items' curves are extrapolated there), or, in
   * a robust test, answers with a bad `fit` or a `change` during the test, or a score that its own random items contradict
   * (`contradicted`); null if nothing, and for an exact score.
   */
  readonly alarm: Alarm | null;
  /** The recorded score on the items of the bank that have an answer. */
  readonly actual: number;
  /** Share of the bank's items that have an answer; if models differ in it, their scores cover different items. */
  readonly answered: number;
  readonly items: number;
  /** How its test went on beyond `items` of the request; null if it did not. */
  readonly growth: Growth | null;
  readonly stopped: string;
  /** Dollars that its items cost; absent without costs. */
  readonly cost?: number;
}

/** A line before the other tests are done. */
export type UnrankedModel = Omit<RankedModel, 'rank'>;

/** What the tests of a ranking cost, in dollars: the mean over the models that are shown. */
export interface RankCosts {
  readonly mean: number;
  /** The same for the random items that they are compared with. */
  readonly random: number;
  /** All items of the bank, asked of one model. */
  readonly wholeBank: number;
  /** The most that a test was allowed; null if there was no bound. */
  readonly most: number | null;
}

export interface RankResult {
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  readonly bankItems: number;
  /** Models recorded on the bank; `models` may be some of them. */
  readonly modelCount: number;
  readonly items: number;
  /** The most items of a test that needed more; null if none was to grow. */
  readonly growTo: number | null;
  /** Share of the bank that `items` are. */
  readonly share: number;
  readonly strategy: RankStrategy;
  readonly seed: number;
  readonly folds: number;
  readonly families: { readonly source: Families['source']; readonly count: number };
  /** Recorded models whose answers are doubtful. */
  readonly doubts: readonly ExamineeDoubt[];
  readonly models: readonly RankedModel[];
  /**
   * Predicted against recorded scores. coverage90 is the share of intervals that hold the recorded score, about 90% by
   * construction if the strategy is neither `robust` nor `graded`; modelCoverage90 is that of intervals from the response model alone (±1.645
   * SE), which shows its misfit.
   */
  readonly agreement: Agreement & { readonly coverage90: number; readonly modelCoverage90: number };
  /** Names of tags and their values by the taxonomy of the bank; absent without one. */
  readonly tagWords?: WordsOfTags;
  /** The same for the scores by tag; null if there are none. */
  readonly tagAgreement: TagAgreement | null;
  readonly random: RandomComparison;
  /** What the tests cost; absent without costs. */
  readonly costs?: RankCosts;
  /** Of graded tests: the model of scores that each fold chose, and the levels; absent with other strategies. */
  readonly graded?: GradedSummary;
  /** Flagged items that adaptive choice left out, over the folds; each fold flags items by its own models. */
  readonly leftOut: LeftOut;
  /** False if a calibration used all rounds without converging. */
  readonly converged: boolean;
  /** The calibrations that did not: `all models` (it gives the scale of ability alone), `all but fold 2 of 5`. */
  readonly unconverged: readonly string[];
  readonly sessions: readonly {
    readonly model: string;
    readonly record: SessionRecord | RobustRecord | GradedRecord;
  }[];
}

/** Agreement of the same number of random items, or of as many as the same money pays for (mean over the draws): of their plain mean, and of the calibrated prediction. */
export interface RandomComparison {
  readonly draws: number;
  readonly plain: Agreement;
  readonly calibrated: Agreement;
  /** Mean absolute error of the strategy minus that of the calibrated random items, paired by model, and its SE. */
  readonly difference: number;
  readonly seDifference: number | null;
}
