import type { z } from 'zod';
import type {
  Answer,
  AnswersReply,
  NewSession,
  Pending,
  SessionResult,
  SessionState,
  SessionSummary,
  sessionPage,
  Trace,
} from '../../api/sessions.ts';
import type { KeptAnswer } from '../../store/service/service-session-store.ts';
import type { Exposure } from './answers/exposure-counts.ts';

/** What is known of an answer beside its score: of a model that the service asked itself. */
export interface AnswerFacts {
  /** Dollars. */
  readonly cost: number;
  readonly tokens: number;
  /** In ms. */
  readonly latency: number;
}

export interface SessionFilter {
  readonly bank?: string | undefined;
  /** Only sessions of these banks; null for all. */
  readonly banks: readonly string[] | null;
  readonly state?: SessionState | undefined;
  readonly examinee?: string | undefined;
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

/** All of a session. */
export interface SessionExport {
  readonly session: SessionSummary;
  readonly result: SessionResult;
  readonly trace: Trace;
  readonly answers: readonly KeptAnswer[];
}

/**
 * The adaptive sessions of the service. A session is a pure function of what it was made with and of its answers, which
 * are in the database before they are acknowledged: memory holds only what would otherwise be computed again.
 *
 * All throw SESSION_UNKNOWN for a session that is not there.
 */
export interface SessionService {
  /**
   * @param by id of the key
   * @param signal aborted where nobody waits any more: a calibration that has not begun then does not
   * @throws what is wrong with the request, or with the bank or calibration that it names
   */
  create(request: NewSession, by: string, signal?: AbortSignal): Promise<SessionSummary>;
  get(id: string): Promise<SessionSummary>;
  /** The bank of a session: what decides who may see it. */
  bankOf(id: string): string | Promise<string>;
  list(filter: SessionFilter): Promise<z.input<typeof sessionPage>>;
  /** @param prompts with messages to send to a model, where the bank has text */
  pending(id: string, prompts: boolean): Promise<Pending>;
  /**
   * Takes answers; each is kept before this resolves. One that is refused says why, and the others count.
   * @param facts one an answer, of a model that the service asked: it comes with a score, whoever scores the session
   */
  answer(
    id: string,
    answers: readonly Answer[],
    facts?: readonly AnswerFacts[],
  ): Promise<AnswersReply>;
  /** Adds dollars to the cost of a session that bought no answer of it: of a question that failed, or came too late. */
  charge(id: string, dollars: number): Promise<void>;
  pause(id: string): Promise<SessionSummary>;
  resume(id: string): Promise<SessionSummary>;
  /** Ends it early; what was answered counts. */
  end(id: string): Promise<SessionSummary>;
  /** Ends it as failed: its model cannot be asked on. `resume` opens it again. */
  fail(id: string, reason: string): Promise<SessionSummary>;
  result(id: string): Promise<SessionResult>;
  trace(id: string): Promise<Trace>;
  /** All that is kept of it, outputs too. */
  export(id: string): Promise<SessionExport>;
  /** By place. */
  answers(id: string): Promise<SessionAnswer[]>;
  /** Those that have ended with their standing as it was kept, newest first: what leaderboards are made of. */
  finished(bank?: string): Promise<SessionSummary[]>;
  /** Of a bank with very many answers up to half a minute old, or older where it has millions. */
  exposure(bank: string): Promise<Exposure>;
  close(): Promise<void>;
}
