/** What a reviewer can decide about an item: it is right as it is, it has another key, or it is no longer used. */
export const DECISIONS = ['accept', 'correct', 'retire'] as const;
/** Besides, a pretest item can become one that counts: `promote`, which stands beside the decisions about its content. */
export const ALL_DECISIONS = [...DECISIONS, 'promote'] as const;
export type DecisionKind = (typeof ALL_DECISIONS)[number];

/** The longest note, in characters. */
export const LONGEST_NOTE = 2000;

/** A decision about an item, before it is kept. */
export interface Decision {
  readonly item: string;
  readonly decision: DecisionKind;
  /** The letters of the right options, as an item has them; null unless the decision is `correct`. */
  readonly key: readonly string[] | null;
  /** Why; empty if nothing was noted. */
  readonly note: string;
}

/** An entry of the log of a bank. Entries are added and never changed: an undo is an entry of its own. */
export interface ReviewEntry extends Omit<Decision, 'decision'> {
  /** Ascending in the order of the log. */
  readonly number: number;
  readonly decision: DecisionKind | 'undo';
  /** The number of the entry that an `undo` takes back; else null. */
  readonly undoes: number | null;
  /** The name of who decided. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}
