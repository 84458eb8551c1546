import type { StateCounts } from '../../evaluation/answer-table.ts';
import type { ModelRank } from '../../evaluation/rank-models.ts';
import type { LevelPair } from '../../evaluation/ranking-stability.ts';
import type { BankEstimate, ScoreEstimate } from '../../evaluation/score-estimate.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import type { EndpointChange } from '../../run/served-models.ts';
import type { ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import type { ReusedAnswers } from '../asking/reused-answers.ts';
import type { BudgetUse } from '../synthesis/synthesis-budgets.ts';
import type { PairwiseResult } from './pairwise-result.ts';

/** What answers have taken. Those of a cache took no tokens and no dollars. */
export interface EvaluationUse {
  readonly answers: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cost: number;
  /** Seconds of an answer, of those that were asked: median and 95th percentile; null if there are none. */
  readonly seconds: { readonly median: number; readonly p95: number } | null;
}

/** A score of some items. */
export interface PartScore extends ScoreEstimate {
  readonly part: string;
}

/** The score of all answers by one metric together, which need not be the mean of their scores; the mean over repeats. */
export interface CorpusScoreOfKind {
  readonly kind: string;
  readonly answers: number;
  /** In [0, 1], with its 90% bootstrap interval. */
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** The grades that a judge gave for one aspect, on the scale of the rubric. */
export interface AspectScore {
  readonly judge: string;
  readonly aspect: string;
  readonly judgements: number;
  readonly mean: number;
  /** Its 90% interval over items like these; null with fewer than two items. */
  readonly low: number | null;
  readonly high: number | null;
  readonly items: number;
}

/** A model under the usual condition, over its repeats; or over all conditions, if the usual one was not asked. */
export interface EvaluatedModel {
  readonly model: string;
  /** Null if no answer has a score. */
  readonly score: BankEstimate | null;
  readonly rank: ModelRank | null;
  readonly states: StateCounts;
  /** What its outputs show of the prompt, the endpoint or the extraction. */
  readonly patterns: readonly AnswerPattern[];
  /** The same without the answers that could not be read or were refused, which count as 0 in `score`. */
  readonly ifMissing: { readonly score: ScoreEstimate | null; readonly rank: ModelRank | null };
  readonly kinds: readonly PartScore[];
  /** By tag: its values, and their unweighted mean. */
  readonly tags: readonly {
    readonly tag: string;
    readonly values: readonly PartScore[];
    readonly macro: ScoreEstimate | null;
  }[];
  readonly corpus: readonly CorpusScoreOfKind[];
  readonly aspects: readonly AspectScore[];
  /** Of all conditions. */
  readonly use: EvaluationUse;
}

/** The result of `evaluate`. Scores are in percentage points. */
export interface EvaluationResult {
  /** Of this form of result. */
  readonly version: 'evaluation-1';
  readonly bank: string;
  /** Items asked, of those that could be. */
  readonly items: number;
  readonly bankItems: number;
  /** The tag in whose proportions items were drawn; null if all were asked, or there is none. */
  readonly drawnBy: string | null;
  readonly seed: number;
  /** How items were asked: versions of the prompts. */
  readonly prompts: readonly string[];
  readonly run: number;
  readonly database: string;
  /** True if every call is kept, but for questions that are too long. */
  readonly complete: boolean;
  readonly calls: { readonly kept: number; readonly missing: number };
  /** Calls of this session: answered, those of them with kept replies, and without an answer after all retries. */
  readonly asked: number;
  readonly cached: number;
  readonly failed: number;
  /** Questions of this session that are longer than the context of their model, which no score counts. */
  readonly tooLong: number;
  /** Calls of this session without an answer, those too long included, by model or judge, with the first three of them; absent without any. */
  readonly unanswered?: readonly {
    readonly model: string;
    readonly calls: number;
    readonly first: readonly { readonly item: string; readonly reason: string }[];
  }[];
  /** Dollars of the run, and of this session. */
  readonly cost: number;
  readonly sessionCost: number;
  /** Part of `sessionCost`: what requests that came to nothing may have cost at most. Absent if nothing. */
  readonly lostCost?: number;
  readonly models: readonly EvaluatedModel[];
  /** Pairs of models whose scores differ, by name; with one error rate of 10% over all pairs. */
  readonly differences: readonly {
    readonly higher: string;
    readonly lower: string;
    readonly difference: number;
    readonly p: number;
  }[];
  readonly conditions: readonly {
    /** Empty for the usual one. */
    readonly id: string;
    readonly levels: Readonly<Record<string, string>>;
    readonly models: readonly {
      readonly model: string;
      readonly score: ScoreEstimate | null;
      readonly states: StateCounts;
    }[];
  }[];
  readonly factors: readonly {
    readonly factor: string;
    readonly levels: readonly string[];
    /** By level: the score of each model. */
    readonly scores: readonly (readonly (ScoreEstimate | null)[])[];
    readonly pairs: readonly LevelPair[];
  }[];
  readonly judges: readonly {
    readonly judge: string;
    readonly judgements: number;
    /** Judgements that could not be read: missing, not 0. */
    readonly unread: number;
    /** The score that it gives each model. */
    readonly models: readonly { readonly model: string; readonly score: ScoreEstimate | null }[];
    readonly use: EvaluationUse;
  }[];
  /** Null if judges compare no answers. */
  readonly pairwise: PairwiseResult | null;
  readonly budgets: readonly BudgetUse[];
  readonly reused: ReusedAnswers | null;
  readonly endpointChanges: readonly EndpointChange[];
  /** Models whose answers are doubtful, and judges that the stand-in answered for. */
  readonly doubts: readonly ExamineeDoubt[];
  /** Models and judges that ended early. */
  readonly stopped: readonly {
    readonly model: string;
    readonly why: ModelOutcome['stopped'];
    readonly error: string | null;
  }[];
}
