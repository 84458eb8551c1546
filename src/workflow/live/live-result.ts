import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { EndpointCounts } from '../../examinee/endpoint/reply/counts.ts';
import type { LeftOut } from '../../ranking/flagged-items.ts';
import type { GradedSummary } from '../../ranking/graded/graded-summary.ts';
import type { LiveScore } from '../../ranking/live/live-test.ts';
import type { LiveStrategy, LiveTests } from '../../ranking/live/prepare-live.ts';
import { placedScore } from '../../ranking/placed-score.ts';
import { readAnswerOf } from '../../run/read-answer.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import type { EndpointChange } from '../../run/served-models.ts';
import { type AbsentCounts, absentCounts, TOO_LONG, TOO_LONG_WRONG } from '../../scoring/absent.ts';
import type { ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import type { LikelihoodMetric } from '../../scoring/likelihood/metrics.ts';
import {
  type AnswerPattern,
  answerPatterns,
  type SingleChoice,
} from '../../scoring/patterns/answer-pattern.ts';
import type { WordsOfTags } from '../../tag-words.ts';
import type { UsedCalibration } from '../../tested-bank/calibrated-bank.ts';
import type { ReusedAnswers } from '../asking/reused-answers.ts';
import { absentAnswers } from './absent-answers.ts';
import { type IfMissing, ifMissing } from './if-missing.ts';

/** The part of an answer that is kept in memory, without texts. */
export type AnswerFacts = Omit<RunAnswer, 'output' | 'thinking'>;

/** The use of a model: its answers and their cost. */
export interface LiveUse {
  readonly answers: number;
  /** Those of them to pretest items, which do not count; absent without any. */
  readonly pretest?: number;
  /** Answers without a readable one, by reason; without those that were cut at the limit of tokens. */
  readonly unread: Readonly<Record<string, number>>;
  /** Answers that were cut at the limit of tokens before they stated an answer. */
  readonly truncated: number;
  /** Questions the endpoint refused for good. */
  readonly refused: number;
  /** Questions longer than the context of the model: no score counts them, or as wrong if that was asked for. Absent without any. */
  readonly tooLong?: number;
  readonly cached: number;
  /** Answers with replies of earlier runs. */
  readonly reused: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cost: number;
  /**
   * Part of `cost`: what requests of this session that came to nothing (cut, late, no answer) may have cost at most. Absent if nothing.
   */
  readonly lostCost?: number;
  /** Requests that had to be made again in this session, by reason. */
  readonly retries: Readonly<Record<string, number>>;
  /** Median seconds of an answer that did not come from the cache; null of none. */
  readonly latency: number | null;
}

/** One line of a live leaderboard; scores in percentage points. */
export interface LiveModel extends LiveScore {
  readonly rank: number;
  readonly model: string;
  /** Place among the recorded models and itself, by score, and the places its interval allows; null if there are none. */
  readonly place: number | null;
  readonly bestPlace: number | null;
  readonly worstPlace: number | null;
  /** How many places there are. */
  readonly places: number;
  /** The recorded score of the same model; null if there is none. */
  readonly actual: number | null;
  /** Null if its test was finished. */
  readonly stopped: ModelOutcome['stopped'];
  readonly error: string | null;
  readonly use: LiveUse;
  /** The score without the answers that count as 0 because none could be read or given; absent without any. */
  readonly ifMissing?: IfMissing;
  /** What its outputs show of the prompt, the endpoint or the extraction. */
  readonly patterns: readonly AnswerPattern[];
  /** Dollars that its items cost by the file of costs; absent without one. What the endpoint charged is in `use`. */
  readonly testCost?: number;
}

/** The result of `rank --model`. */
export interface LiveResult {
  /** Of this form of result. */
  readonly version: 1;
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  readonly bankItems: number;
  /** Items that could be asked. */
  readonly askable: number;
  /** Flagged items that adaptive choice left out, over the calibrations. */
  readonly leftOut: LeftOut;
  /** Of graded tests: the model of scores that each calibration chose; absent with other strategies. */
  readonly graded?: GradedSummary;
  /** The scores that intervals and places are shown of. */
  readonly target: ScoreTarget;
  readonly strategy: LiveStrategy;
  readonly items: number;
  /** Pretest items that each test asked besides, at most, and the ids to choose from. No score counts them. Absent without any. */
  readonly pretest?: { readonly perTest: number; readonly items: readonly string[] };
  /** The most items of a test that needed more; null if none was to grow. */
  readonly growTo: number | null;
  readonly lag: number;
  readonly seed: number;
  /** How items were asked: versions of the prompts. */
  readonly prompts: readonly string[];
  readonly mode: string;
  /** What the log-likelihoods of options count as; absent if models wrote answers. */
  readonly metric?: LikelihoodMetric;
  readonly run: number;
  readonly database: string;
  /** True if every model finished its test. */
  readonly complete: boolean;
  readonly models: readonly LiveModel[];
  /** Names of tags and their values by the taxonomy of the bank; absent without one. */
  readonly tagWords?: WordsOfTags;
  /** Models without a single answer. */
  readonly unanswered: readonly { readonly model: string; readonly error: string | null }[];
  readonly recorded: LiveTests['recorded'];
  /** Tested models that are recorded, by their names there: their calibrations were without them and their families. */
  readonly recordedAs: Readonly<Record<string, string>>;
  readonly unconverged: readonly string[];
  /** What the file of costs says: all items that could be asked, and the most a test was allowed; absent without one. */
  readonly costs?: { readonly wholeBank: number; readonly most: number | null };
  /** The kept calibration of the tests; null where recorded models were calibrated on. */
  readonly calibration: UsedCalibration | null;
  /** Answers of the run with replies of earlier runs; null if there are none. */
  readonly reused: ReusedAnswers | null;
  /** Where an endpoint reported another model than before, in this order. */
  readonly endpointChanges: readonly EndpointChange[];
  /** Tested and recorded models whose answers are doubtful. */
  readonly doubts: readonly ExamineeDoubt[];
  readonly cost: number;
}

/**
 * Puts scores, places and use together, by score.
 * @param choices the single choices among the items
 * @param positions of the bank's items, by id
 */
export function liveModels(
  { tests, recorded, recordedAs, pretest }: LiveTests,
  target: ScoreTarget,
  outcomes: readonly ModelOutcome[],
  answers: ReadonlyMap<string, readonly AnswerFacts[]>,
  counts: ReadonlyMap<string, RequestCounts>,
  choices: ReadonlyMap<string, SingleChoice>,
  positions: ReadonlyMap<string, number>,
): LiveModel[] {
  const placesOf = (score: LiveScore, own: string | null) => {
    if (recorded.length === 0) return { place: null, bestPlace: null, worstPlace: null };
    const others = recorded.filter(({ model }) => model !== own).map(({ actual }) => actual);
    return placedScore(others, target === 'expected' ? score.expected : score);
  };
  const isPretest = new Set(pretest?.items.map(({ item }) => item));
  const absent = new Map<string, Absent>();
  const models = tests.flatMap((test, m): Omit<LiveModel, 'rank'>[] => {
    const score = test.score();
    if (score === null) return [];
    const { model } = test;
    const gone = absentAnswers(answers.get(model) ?? [], positions);
    if (gone.size > 0 && test.scoreWithout !== undefined) {
      const left = test.scoreWithout(new Set(gone.keys()));
      const { place } = left === null ? { place: null } : placesOf(left, recordedAs[m]);
      absent.set(model, { ...absentCounts(gone.values()), counted: score, left, place });
    }
    return [
      {
        model,
        ...placesOf(score, recordedAs[m]),
        places: recorded.length + (recordedAs[m] === null ? 1 : 0),
        ...score,
        actual: recorded.find((other) => other.model === recordedAs[m])?.actual ?? null,
        stopped: outcomes[m].stopped,
        error: outcomes[m].error?.message ?? null,
        use: useOf(answers.get(model) ?? [], counts.get(model), isPretest),
        patterns: patternsOf(answers.get(model) ?? [], choices),
        ...(test.cost == null ? {} : { testCost: test.cost }),
      },
    ];
  });
  models.sort((x, y) => y.score - x.score || (x.model < y.model ? -1 : 1));
  const without = models
    .map(({ model, score }) => ({ model, score: absent.get(model)?.left?.score ?? score }))
    .sort((x, y) => y.score - x.score || (x.model < y.model ? -1 : 1))
    .map(({ model }) => model);
  return models.map((model, k) => {
    const own = absent.get(model.model);
    if (own === undefined) return { rank: k + 1, ...model };
    const { counted, left, place } = own;
    const missing = ifMissing(
      own,
      { score: counted, place: model.place, rank: k + 1 },
      left && { score: left, place, rank: without.indexOf(model.model) + 1 },
      target,
    );
    return { rank: k + 1, ...model, ifMissing: missing };
  });
}

type RequestCounts = Pick<EndpointCounts, 'retries' | 'lostCost'>;

interface Absent extends AbsentCounts {
  readonly counted: LiveScore;
  readonly left: LiveScore | null;
  readonly place: number | null;
}

/** What the answers of a model show of prompt, endpoint and extraction. */
export function patternsOf(
  answers: readonly AnswerFacts[],
  choices: ReadonlyMap<string, SingleChoice>,
): AnswerPattern[] {
  return answerPatterns(
    answers
      .filter(({ reason }) => reason !== TOO_LONG)
      .map((answer) => readAnswerOf(answer, choices.get(answer.item) ?? null)),
  );
}

function useOf(
  answers: readonly AnswerFacts[],
  { retries, lostCost }: Partial<RequestCounts> = {},
  isPretest: ReadonlySet<string>,
): LiveUse {
  const reasons: Record<string, number> = {};
  for (const answer of answers)
    if (answer.extracted === null && answer.refused === null) {
      const why = answer.reason ?? 'none';
      reasons[why] = (reasons[why] ?? 0) + 1;
    }
  const sum = (of: (answer: AnswerFacts) => number) => answers.reduce((n, own) => n + of(own), 0);
  const times = answers
    .flatMap(({ cached, latency }) => (cached ? [] : [latency / 1000]))
    .sort((x, y) => x - y);
  const { truncated = 0, ...unread } = reasons;
  const tooLong = answers.filter(
    ({ reason }) => reason === TOO_LONG || reason === TOO_LONG_WRONG,
  ).length;
  return {
    answers: answers.length,
    ...(isPretest.size === 0
      ? {}
      : { pretest: answers.filter(({ item }) => isPretest.has(item)).length }),
    ...{ unread, truncated },
    refused: answers.filter(({ refused }) => refused !== null).length - tooLong,
    ...(tooLong === 0 ? {} : { tooLong }),
    cached: answers.filter(({ cached }) => cached).length,
    reused: answers.filter(({ reusedFrom }) => reusedFrom !== undefined).length,
    promptTokens: sum(({ tokens }) => tokens.prompt),
    completionTokens: sum(({ tokens }) => tokens.completion),
    cost: sum(({ cost }) => cost),
    ...(lostCost ? { lostCost } : {}),
    retries: Object.fromEntries(Object.entries(retries ?? {}).filter(([, n]) => n > 0)),
    latency: times.length === 0 ? null : times[Math.floor(times.length / 2)],
  };
}
