import type { Generated } from 'kysely';
import type { ReviewReason } from '../../annotation/decide.ts';
import type { EntryVotes } from '../../annotation/entry-state.ts';
import type { Label, Rater, Vote } from '../../annotation/vote.ts';
import type { StoredPanel } from '../panels/panels.ts';

/** What the models said of an item at a level. */
export interface NewEntry {
  readonly item: string;
  readonly level: string;
  /** The label of the models; undefined if they do not agree. */
  readonly agreed: Label | undefined;
  readonly reason: ReviewReason | null;
  readonly isQueued: boolean;
  readonly doubt: number;
  readonly votes: readonly (Rater & Vote)[];
}

/** A review as it is kept. */
export interface StoredReview {
  readonly reviewer: string;
  readonly label: Label;
  readonly note: string;
  /** ISO 8601. */
  readonly at: string;
}

/** An entry of a panel, with its reviews. */
export interface StoredEntry extends NewEntry, EntryVotes {
  /** From 1, in the order in which people see them; those that nobody sees come last. */
  readonly place: number;
  readonly reviews: readonly StoredReview[];
  readonly decision: StoredReview | null;
}

/** A tag that is to have another value. */
export interface TagChange {
  readonly item: string;
  readonly tag: string;
  /** Null: the tag is taken away. */
  readonly after: string | null;
}

/** What a change of tags came to. */
export interface TagsChanged {
  /** Tags that had another value before. */
  readonly changed: number;
  /** Items that lost a tag, because no label fits. */
  readonly lost: readonly string[];
  /** Of the bank, before and after; the same if nothing has changed. */
  readonly versionBefore: number;
  readonly version: number;
}

/** A tag that was changed, from the log of its bank. */
export interface TagLogEntry extends TagChange {
  readonly version: number;
  readonly before: string | null;
  readonly panel: string | null;
  readonly by: string;
  readonly at: string;
}

/** Why a review is not kept: the panel is closed, or the entry takes it no longer. */
export type ReviewRefusal = 'closed' | 'finished';

/** Labels of models, their reviews, and the tags that come of them. */
export interface AnnotationStore {
  /** Keeps a panel with its entries, in their order; all or none. */
  put(panel: StoredPanel, entries: readonly NewEntry[]): Promise<void>;
  /** In order. @param which those that people see, or all */
  entries(panel: string, which: 'queue' | 'all'): Promise<StoredEntry[]>;
  entry(panel: string, place: number): Promise<StoredEntry | undefined>;
  /**
   * Keeps a review, in place of the same reviewer's earlier one.
   * @param decides whether it is an administrator's decision
   * @param isOpen whether the entry takes the review; it is given the entry as it is now, and nobody else reviews it meanwhile
   * @returns null if it is kept
   */
  review(
    panel: string,
    place: number,
    review: StoredReview,
    decides: boolean,
    isOpen: (entry: StoredEntry) => boolean,
  ): Promise<ReviewRefusal | null>;
  /**
   * Changes tags of items as a new version of their bank, and logs it; all or none. Questions, keys and hashes stay as they are, and so does
   * the fingerprint.
   * @throws NAME_UNKNOWN; BANK_IN_USE while sessions or jobs of the bank are open; ITEM_UNKNOWN
   */
  changeTags(
    bank: string,
    changes: readonly TagChange[],
    mark: { readonly by: string; readonly at: string; readonly panel: string | null },
  ): Promise<TagsChanged>;
  /** Oldest first; empty for a bank that is not in the database. */
  tagLog(bank: string): Promise<TagLogEntry[]>;
}

/** Columns of `annotation_entries`; labels are JSON. */
export interface AnnotationEntriesTable {
  panel: string;
  place: number;
  item: string;
  level: string;
  agreed: string | null;
  reason: string | null;
  queued: number;
  doubt: number;
  votes: string;
}

/** Columns of `annotation_reviews`. */
export interface AnnotationReviewsTable {
  panel: string;
  place: number;
  /** 1 for the decision of an administrator. */
  decides: number;
  reviewer: string;
  label: string;
  note: string;
  at: string;
}

/** Append-only; its rows go with the bank. */
export interface TagChangesTable {
  number: Generated<number>;
  bank: number;
  /** Of the bank, that has the change. */
  version: number;
  item: string;
  tag: string;
  before: string | null;
  after: string | null;
  panel: string | null;
  made_by: string;
  at: string;
}
