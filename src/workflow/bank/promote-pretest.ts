import { decimal, plural } from '../../numbers.ts';
import type { KnownPretest } from '../../ranking/pretest/pretest-plan.ts';
import type { ReviewMark } from '../../store/review/review-store.ts';
import type { Store } from '../../store/store.ts';

/** Pretest items that were promoted, and the version of the bank in which they count; null if there were none. */
export interface Promotion {
  readonly items: readonly string[];
  readonly version: number | null;
}

/**
 * Lets pretest items count from now on, each with a note of what is known of it: all or none. Those that count already, or that the review
 * has retired, stay as they are, so that the same once more changes nothing.
 * @throws NAME_UNKNOWN for a bank that is not in the database
 */
export async function promotePretest(
  store: Store,
  bank: string,
  known: readonly KnownPretest[],
  mark: ReviewMark,
): Promise<Promotion> {
  if (known.length === 0) return { items: [], version: null };
  const ids = known.map(({ item }) => item);
  const waiting = new Set<string>();
  for await (const { id, status } of store.items(bank, ids))
    if (status === 'pretest') waiting.add(id);
  const promoted = known.filter(({ item }) => waiting.has(item));
  if (promoted.length === 0) return { items: [], version: null };
  const entries = promoted.map(({ item, b, sd, answers }) => {
    const note = `b ${decimal(b!, 2)} ± ${decimal(sd!, 2)} by ${plural(answers, 'answer')}`;
    return { item, decision: 'promote' as const, key: null, note };
  });
  const { version } = await store.review(bank, entries, mark);
  return { items: promoted.map(({ item }) => item), version };
}
