import type { Reply, ServedModel } from '../examinee/examinee.ts';
import type { Taken } from './run-budgets.ts';

/**
 * The identity of a run: everything that its tests depend on, and nothing else. No keys. JSON; hashed by `configurationHash`.
 */
export type RunConfiguration = Readonly<Record<string, unknown>>;

/** One answer as it is kept; of a case `output` is the JSON list of its outputs. */
export interface RunAnswer extends Reply {
  readonly examinee: string;
  /** Place in the examinee's test, from 1. */
  readonly place: number;
  readonly item: string;
  /** Content hash of the item that was asked. */
  readonly itemHash: string;
  /** Version of the prompt, such as `cot-en-1`. */
  readonly prompt: string;
  readonly extracted: string | null;
  /** The rule of extraction, and why there is no answer. */
  readonly rule: string;
  readonly reason: string | null;
  /** In [0, 1]. */
  readonly score: number;
  /** When it was kept, ISO 8601. */
  readonly at: string;
}

/** What an examinee said at a place of a run, as it is kept. */
export type RunOutput = Pick<RunAnswer, 'examinee' | 'place' | 'output'>;

/** Answers of an examinee in a run that came from one model, all reused or all asked by the run. */
export interface AnswerOrigin extends ServedModel {
  readonly examinee: string;
  readonly answers: number;
  /** When the first of them was kept, ISO 8601. */
  readonly first: string;
  /** When earlier runs were given these replies, ISO 8601; null if this run asked. */
  readonly reused: { readonly oldest: string; readonly newest: string } | null;
}

/** A run as it is listed. */
export interface RunSummary {
  readonly id: number;
  readonly hash: string;
  readonly configuration: RunConfiguration;
  readonly startedAt: string;
  /** Null while the run is open, or if it was interrupted. */
  readonly finishedAt: string | null;
  readonly answers: number;
  /** Dollars, for its answers and for other charges. */
  readonly cost: number;
}

/** Begins the source of a charge for requests that brought no reply, which no kept reply has the cost of. */
export const NO_REPLY = 'no reply: ';

/** A charge of a run without a kept answer: for a failed request, or for a superfluous answer. */
export interface RunCharge extends Taken {
  /** Tells it from all others of the run, so that it counts once. */
  readonly source: string;
  /** When it was learned of, ISO 8601. */
  readonly at: string;
}

/** Where runs are kept: configuration first, then answers, the summary last. */
export interface RunStore {
  createRun(configuration: RunConfiguration, hash: string, at: string): Promise<number>;
  /**
   * The newest run of a configuration, made if there is none: of several processes that look at once, one makes it.
   * @returns its number
   */
  lastRunOrNew(configuration: RunConfiguration, hash: string, at: string): Promise<number>;
  /** Newest first; of one configuration where `hash` is given. */
  runs(hash?: string): Promise<RunSummary[]>;
  /**
   * By examinee and place. With `texts: false` output and thinking, most of what an answer takes in memory, are not
   * read: they come as '' and null.
   */
  answers(run: number, options?: { readonly texts?: boolean }): AsyncIterable<RunAnswer>;
  /** The answers of some examinees at some places, in no order; where nothing is kept there is none. Reads no other. */
  answersAt(
    run: number,
    examinees: readonly string[],
    places: readonly number[],
  ): AsyncIterable<RunAnswer>;
  /** Which models the answers of a run came from, as far as endpoints report it, by the time of the first answer. */
  origins(run: number): Promise<AnswerOrigin[]>;
  /** How many answers each examinee of a run has. */
  answerCounts(run: number): Promise<ReadonlyMap<string, number>>;
  /**
   * The outputs at some places of some examinees, in no order; where nothing is kept there is none. Reads no other, however
   * large the run is.
   */
  outputs(run: number, placesOf: ReadonlyMap<string, readonly number[]>): AsyncIterable<RunOutput>;
  /**
   * Claims a run for this process until it ends or calls what comes back: before anything is asked, so that nothing is
   * paid twice. Of a process that was killed a claim is taken over at once; of one on another machine, or where that
   * cannot be told, within a minute.
   * @throws RUN_BUSY if it is claimed
   */
  claimRun(run: number): Promise<() => Promise<void>>;
  /**
   * Keeps answers, for good once it resolves: calls that arrive together share one commit. An answer to a question of an
   * examinee that has one already is left out: the first one counts.
   * @returns how many were kept
   */
  append(run: number, answers: readonly RunAnswer[]): Promise<number>;
  /** Keeps charges, for good once it resolves; one whose source is known already is left out. @returns what is new of them */
  charge(run: number, charges: readonly RunCharge[]): Promise<Taken>;
  /**
   * Charges what the run's own kept replies cost beyond its answers and charges: replies that were paid and kept before the process was
   * killed, but whose answer was not. They come from the record from then on, without cost. For a run that this process has claimed, before
   * it asks.
   * @param at ISO 8601
   * @returns dollars
   */
  chargeReplies(run: number, at: string): Promise<number>;
  /** All charges of a run together. */
  charged(run: number): Promise<Taken>;
  finishRun(run: number, summary: unknown, at: string): Promise<void>;
  /** Reopens a finished run: until it is finished again it counts as not finished. Its summary stays. */
  reopenRun(run: number): Promise<void>;
  summaryOf(run: number): Promise<unknown>;
}
