import type { z } from 'zod';
import type {
  Answer,
  AnswersReply,
  NewSession,
  Pending,
  SessionResult,
  SessionSummary,
  sessionPage,
  Trace,
} from '../../api/sessions.ts';
import type { OutputReader } from '../../run/score-replies.ts';
import type { AbsentKind } from '../../scoring/absent.ts';
import type { KeptAnswer, SessionFilter } from '../../store/service/service-session-store.ts';
import type { Exposure } from './answers/exposure-counts.ts';
import type { PersonTests } from './person/person-tests.ts';

/** Facts about an answer besides its score, for models that the service itself asked. */
export interface AnswerFacts {
  /** Dollars. */
  readonly cost: number;
  readonly tokens: number;
  /** In ms. */
  readonly latency: number;
  /** What was read from the output; null if nothing could be read. */
  readonly extracted: string | null;
  /** Why; null if something was read. */
  readonly absent: AbsentKind | null;
}

/** A page of sessions. */
export interface SessionPageFilter extends SessionFilter {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** An item of a session with its answer. */
export interface SessionAnswer {
  readonly place: number;
  readonly item: string;
  readonly score: number;
  readonly at: string;
}

/** A whole session. */
export interface SessionExport {
  readonly session: SessionSummary;
  readonly result: SessionResult;
  readonly trace: Trace;
  /** `pretest` is true for answers that do not count; absent for others. */
  readonly answers: readonly (KeptAnswer & { readonly pretest?: boolean })[];
}

/**
 * The adaptive sessions of the service. A session is a pure function of its settings and its answers, which are in the database
 * before they are acknowledged. Memory only holds values that could be recomputed.
 *
 * All methods throw SESSION_UNKNOWN for an unknown session.
 */
export interface SessionService extends PersonTests {
  /**
   * @param by id of the key
   * @param signal aborted if no request waits any more; a calibration that has not begun is then skipped
   * @throws errors of the request, or of its bank or calibration
   */
  create(request: NewSession, by: string, signal?: AbortSignal): Promise<SessionSummary>;
  get(id: string): Promise<SessionSummary>;
  /** As `scoreOutput`; long outputs are read on a thread. */
  readonly readOutput: OutputReader;
  /** The bank of a session, which decides who may see it. */
  bankOf(id: string): string | Promise<string>;
  list(filter: SessionPageFilter): Promise<z.input<typeof sessionPage>>;
  /** Of more than a thousand up to 50 times as old as counting takes, about half a second for 100,000; after a pause the first is up to ten minutes old. */
  count(filter: SessionFilter): Promise<number>;
  /** @param prompts with messages to send to a model, if the bank has text */
  pending(id: string, prompts: boolean): Promise<Pending>;
  /**
   * Takes answers; each is stored before this resolves. A refused answer has a reason, and the others count.
   * @param facts one per answer, for a model that the service asked; such answers always have a score
   */
  answer(
    id: string,
    answers: readonly Answer[],
    facts?: readonly AnswerFacts[],
  ): Promise<AnswersReply>;
  /** Whether a person takes it. */
  isPerson(id: string): boolean | Promise<boolean>;
  /** Adds dollars to the cost of a session for a question that failed or whose answer came too late. */
  charge(id: string, dollars: number): Promise<void>;
  pause(id: string): Promise<SessionSummary>;
  resume(id: string): Promise<SessionSummary>;
  /** Ends it early; the given answers count. */
  end(id: string): Promise<SessionSummary>;
  /** Ends it as failed because its model cannot be asked further. `resume` opens it again. */
  fail(id: string, reason: string): Promise<SessionSummary>;
  /** The number of answers so far if none of their outputs could be read; null as soon as one could. */
  unread(id: string): Promise<number | null>;
  result(id: string): Promise<SessionResult>;
  trace(id: string): Promise<Trace>;
  /** All stored data of it, including outputs. */
  export(id: string): Promise<SessionExport>;
  /** To the items that count, by place. */
  answers(id: string): Promise<SessionAnswer[]>;
  /** Begins to end sessions whose time is over, and does not wait for it. */
  endExpired(): void;
  /** For a bank with very many answers, up to half a minute old; with millions, older. */
  exposure(bank: string): Promise<Exposure>;
  close(): Promise<void>;
}
