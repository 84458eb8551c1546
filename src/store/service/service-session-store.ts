import type { AbsentKind } from '../../scoring/absent.ts';
/** An adaptive session of the service as it is kept. Times are ISO 8601. */
export interface KeptSession {
  /** What answers name it by. */
  readonly number: number;
  /** The unguessable identifier that requests use. */
  readonly id: string;
  readonly bank: string;
  readonly examinee: string;
  /** All that it was made with: JSON. */
  readonly configuration: unknown;
  /** Fingerprints of the bank, and of the item parameters. */
  readonly bankVersion: string;
  readonly calibrationVersion: string;
  readonly by: string;
  readonly state: string;
  readonly reason: string | null;
  /** Goes up with every change of this record; answers are kept only of the revision that they were given for. */
  readonly revision: number;
  /** Items it asks at most. */
  readonly length: number;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly expiresAt: string | null;
  readonly finishedAt: string | null;
  /** Dollars that bought no answer. */
  readonly charged: number;
  /** The stored result, JSON; null before the end. */
  readonly result: unknown;
  /** Of a test that a person takes; null before it begins, and for others. */
  readonly clock: KeptClock | null;
}

/** A session that is made: its clock has not begun. */
export type NewKeptSession = Omit<KeptSession, 'number' | 'revision' | 'charged' | 'clock'>;

/** The time that a person has spent on a test. */
export interface KeptClock {
  readonly begunAt: string;
  /** When it began to run last; null while it stands still. */
  readonly runningSince: string | null;
  /** In ms, when it was last kept; more may have passed since where it runs. */
  readonly used: number;
}

/** Where a session that has ended stands. */
export interface BoardPlace {
  /** Id of the leaderboard. */
  readonly board: string;
  /** What its sessions have in common: JSON. */
  readonly facts: unknown;
  /** In points, with the width of the widest interval. */
  readonly score: number;
  readonly width: number;
  /** The recorded model that its examinee is; null for others. */
  readonly recordedAs: string | null;
}

/** A leaderboard without its rows. */
export interface KeptBoard {
  readonly id: string;
  readonly bank: string;
  readonly facts: unknown;
  /** Goes up with every change of its rows. */
  readonly revision: number;
  readonly entries: number;
  readonly newestAt: string;
  /** The widest interval of a score that it has had, in points. */
  readonly widest: number;
}

/** A row of a leaderboard. */
export type BoardRow = Pick<
  KeptSession,
  'number' | 'id' | 'examinee' | 'state' | 'finishedAt' | 'charged' | 'result'
> & { readonly person: boolean; readonly score: number };

/** The changeable fields of a session; with a `place` it enters a leaderboard. */
export type SessionChange = { readonly place?: BoardPlace | null } & Partial<
  Pick<
    KeptSession,
    | 'configuration'
    | 'state'
    | 'reason'
    | 'finishedAt'
    | 'result'
    | 'changedAt'
    | 'length'
    | 'clock'
    | 'expiresAt'
  >
>;

/** An answer of a session. */
export interface KeptAnswer {
  readonly place: number;
  readonly item: string;
  /** In [0, 1]. */
  readonly score: number;
  /** The sender's name for it; null if there is none. */
  readonly key: string | null;
  readonly at: string;
  /** Dollars. */
  readonly cost: number;
  readonly tokens: number;
  /** In ms; null if not known. */
  readonly latency: number | null;
  /** What was read from the output, and the output; null if a score was sent. */
  readonly extracted: string | null;
  /** Why nothing was read; null if something was, or a score was sent. */
  readonly absent: AbsentKind | null;
  readonly output: string | null;
}

/** What was read from an answer's output. */
export interface ExtractedAnswer
  extends Pick<KeptAnswer, 'item' | 'score' | 'extracted' | 'absent'> {
  /** Whether an output was sent. */
  readonly hasOutput: boolean;
  /** Whether it had no text. */
  readonly isEmpty: boolean;
}

/** An incoming answer, with the sender's version of its session. */
export interface GivenAnswer {
  readonly session: number;
  readonly revision: number;
  readonly answer: KeptAnswer;
}

/** Changes with every change of a session, and with every answer. */
export interface SessionStamp {
  readonly revision: number;
  readonly charged: number;
  readonly answers: number;
}

/** Sums over the answers of a session. */
export interface AnswerSums {
  readonly answers: number;
  /** Those of them that are outputs. */
  readonly outputs: number;
  /** Dollars. */
  readonly cost: number;
  /** Of the last one; null if there is none. */
  readonly lastAt: string | null;
}

/** Which sessions. */
export interface SessionFilter {
  readonly bank?: string | undefined;
  /** Only of these banks; null for all. */
  readonly banks: readonly string[] | null;
  readonly state?: string | undefined;
  readonly examinee?: string | undefined;
  /** Only those that people take, or that they do not take. */
  readonly person?: boolean | undefined;
}

/** A page of them. */
export interface SessionListFilter extends SessionFilter {
  readonly limit: number;
  /** Only sessions before this number. */
  readonly before: number | null;
}

/** The adaptive sessions of the service, on either database. */
export interface ServiceSessionStore {
  create(session: NewKeptSession): Promise<KeptSession>;
  byId(id: string): Promise<KeptSession | undefined>;
  /** A mark that changes with a session; undefined if the session does not exist. */
  stamp(number: number): Promise<SessionStamp | undefined>;
  /** Newest first. */
  list(filter: SessionListFilter): Promise<KeptSession[]>;
  /** How many there are; its cost rises with that. */
  count(filter: SessionFilter): Promise<number>;
  /** Those that take answers and expired before `now`, the oldest first: `limit` of them at most. */
  expired(now: string, limit: number): Promise<KeptSession[]>;
  /**
   * Changes a session that is of this revision still.
   * @param answers the number of its answers that the change is based on; undefined if they do not matter
   * @returns it as it is then; null if it has changed, or has other answers
   */
  change(
    number: number,
    revision: number,
    change: SessionChange,
    answers?: number,
  ): Promise<KeptSession | null>;
  /** Keeps the time used by a person; the session stays of this revision. @returns false if it is of another one */
  keepClock(
    number: number,
    revision: number,
    change: Pick<KeptSession, 'clock' | 'expiresAt'>,
  ): Promise<boolean>;
  charge(number: number, dollars: number): Promise<void>;
  /** Leaderboards of some banks; null for all. */
  boards(banks: readonly string[] | null): Promise<KeptBoard[]>;
  board(id: string): Promise<KeptBoard | undefined>;
  /** The rows of a leaderboard, highest score first: `limit` of them at most, after another one. */
  boardRows(
    board: string,
    limit: number,
    after: Pick<BoardRow, 'score' | 'number'> | null,
  ): Promise<BoardRow[]>;
  /** The recorded models that were tested, by leaderboard. */
  testedOn(boards: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /**
   * Keeps answers. Simultaneous calls share a commit, which is on the disk when this resolves. An answer is left out if its
   * session has another revision, or its place, item or key is taken.
   * @returns those that are kept
   */
  append(answers: readonly GivenAnswer[]): Promise<ReadonlySet<GivenAnswer>>;
  /** By place; without `texts` an output is ''. */
  answers(number: number, texts?: boolean): Promise<KeptAnswer[]>;
  /** By place. */
  extracted(number: number): Promise<ExtractedAnswer[]>;
  /** The output that was kept at a place; null if a score was sent, or nothing. */
  outputAt(number: number, place: number): Promise<string | null>;
  /** Of sessions that have any, by their number. */
  sums(numbers: readonly number[]): Promise<ReadonlyMap<number, AnswerSums>>;
  /**
   * How often each item was asked in some sessions of a bank: the first `limit` whose number is above `after`.
   * @returns how many of those sessions have asked an item, and `after` for the next ones; null if there are none
   */
  exposure(
    bank: string,
    after: number,
    limit: number,
  ): Promise<{ sessions: number; asked: ReadonlyMap<string, number>; next: number | null }>;
}
