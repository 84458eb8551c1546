import type { Suspect } from '../../../item-bank/audit/suspect.ts';
import type { Decision, ReviewEntry } from '../../../item-bank/review/decision.ts';
import type { KeptSession } from '../service/service-session-store.ts';
import type { ReviewedItems } from './reviewed-items.ts';

/** An audit of a bank: the items it suspects. */
export interface KeptAudit {
  readonly id: number;
  /** The version that was audited; null for a bank that is only built in. */
  readonly bankVersion: number | null;
  /** How it was made: JSON. */
  readonly options: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly at: string;
  /** Most suspicious first. */
  readonly suspects: readonly Suspect[];
}

/** What is added to the log of a bank: decisions, or the undoing of an entry. */
export type NewEntry = Decision | { readonly undoes: number };

/** Who adds to a log, and when. */
export interface ReviewMark {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The entries that were added, and the versions of the bank before and after. */
export interface ReviewChange {
  readonly entries: readonly ReviewEntry[];
  readonly versionBefore: number;
  /** The same if no item has changed. */
  readonly version: number;
}

/** An answer of a run or of a session of the service. */
export interface AskedAnswer {
  readonly item: string;
  readonly score: number;
  /** What was read from the output; null if nothing was. */
  readonly extracted: string | null;
}

/** An answer of an examinee in a run. */
export interface RunItemAnswer extends AskedAnswer {
  readonly run: number;
  readonly examinee: string;
  readonly itemHash: string;
}

/** An answer of an ended session. */
export interface SessionItemAnswer extends AskedAnswer, Pick<KeptSession, 'id' | 'examinee'> {
  /** Whether an output was sent, or only a score. */
  readonly hasOutput: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly configuration: unknown;
}

/** The review of banks: what audits suspect, and what people decided. */
export interface ReviewStore {
  /** Keeps the suspects of an audit, in place of those of earlier audits, which stay in the database. @returns its number */
  putAudit(bank: string, audit: Omit<KeptAudit, 'id'>): Promise<number>;
  /** The newest audit of a bank; null if there is none. */
  audit(bank: string): Promise<KeptAudit | null>;
  /** The log of a bank, oldest first; empty for a bank that is not in the database. */
  reviewLog(bank: string): Promise<ReviewEntry[]>;
  /**
   * Adds to the log of a bank: all entries or none. If they change items, the bank has a new version.
   * @throws NAME_UNKNOWN; ITEM_UNKNOWN; REVIEW_REFUSED for a decision that an item does not allow, an entry that cannot be undone;
   *   REVIEW_BUILTIN for a bank that gives text to a built-in one
   * @param isTrial whether all this is only checked, and nothing is kept
   */
  review(
    bank: string,
    entries: readonly NewEntry[],
    mark: ReviewMark,
    isTrial?: boolean,
  ): Promise<ReviewChange>;
  /** The items that a log has ever changed, as imported and as it leaves them: of the kept log, or of one to try. */
  reviewed(bank: string, log?: readonly ReviewEntry[]): Promise<ReviewedItems>;
  /** The items that are not as they were in a version of the bank: another key, retired, or used again. Promoted items are the same. */
  changedSince(bank: string, version: number): Promise<ReadonlySet<string>>;
  /** The answers of some runs to some items, in no order; without questions that were too long, which count as nothing. */
  runAnswersTo(runs: readonly number[], items: readonly string[]): Promise<RunItemAnswer[]>;
  /** The answers of ended sessions of a bank to some items, in no order. Not of a removed bank of the same name. */
  sessionAnswersTo(bank: string, items: readonly string[]): Promise<SessionItemAnswer[]>;
}
