import type { ReviewEntry } from './decision.ts';

/** The state that a log has led to. */
export interface ReviewState {
  /** The last decision about each item's content that was not undone. */
  readonly standing: ReadonlyMap<string, ReviewEntry>;
  /** The items that were promoted, which no later decision takes back but the undoing. */
  readonly promoted: ReadonlyMap<string, ReviewEntry>;
  /** Numbers of the entries that are undone. An undo can be undone too: what it took back then stands again. */
  readonly undone: ReadonlySet<number>;
}

/**
 * The state after the entries of a log, oldest first. Of several decisions about an item the last one that is not undone counts
 * alone, so undoing it restores the state before it. A promotion is kept beside them: it changes the status and not the content.
 */
export function foldLog(log: readonly ReviewEntry[]): ReviewState {
  const undone = new Set<number>();
  // Later entries decide about earlier ones, so from the end.
  for (const { number, undoes } of log.toReversed())
    if (undoes !== null && !undone.has(number)) undone.add(undoes);
  const standing = new Map<string, ReviewEntry>();
  const promoted = new Map<string, ReviewEntry>();
  for (const entry of log) {
    if (entry.decision === 'undo' || undone.has(entry.number)) continue;
    (entry.decision === 'promote' ? promoted : standing).set(entry.item, entry);
  }
  return { standing, promoted, undone };
}
