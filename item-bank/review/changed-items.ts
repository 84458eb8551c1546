import type { ReviewEntry } from './decision.ts';
import { foldLog } from './fold-log.ts';

/** The items that a log has changed since a time, compared with how they are now: another key, retired, used again, or promoted. */
export function changedItems(log: readonly ReviewEntry[], since: string): string[] {
  const then = foldLog(log.filter(({ at }) => at <= since));
  const now = foldLog(log);
  return [...new Set(log.map(({ item }) => item))].filter(
    (item) =>
      stateOf(then.standing.get(item)) !== stateOf(now.standing.get(item)) ||
      then.promoted.has(item) !== now.promoted.has(item),
  );
}

/** What a decision makes of an item; the same for items that are as they were imported. */
function stateOf(entry: ReviewEntry | undefined): string {
  if (entry === undefined || entry.decision === 'accept') return 'imported';
  return `${entry.decision} ${entry.key?.join('') ?? ''}`;
}
