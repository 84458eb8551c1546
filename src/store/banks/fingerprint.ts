import { createHash, type Hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Item } from '../../../item-bank/items/item.ts';
import type { ReviewedItem, ReviewedItems } from '../review/reviewed-items.ts';
import type { Tables } from '../schema/tables.ts';
import { itemLabels } from './item-labels.ts';

/**
 * What an item adds to the fingerprint of its bank: id, tab, hash and line end, as the review leaves the item. A pretest item, and one
 * that the review has retired, adds its status as a third field, so that the bank in which it counts has another fingerprint.
 */
export function fingerprintLine(
  { id, hash, status }: Pick<Item, 'id' | 'hash'> & { readonly status: string },
  reviewed?: ReviewedItem,
): string {
  const line = (own: string, state: string | null) =>
    `${id}\t${own}${state === null ? '' : `\t${state}`}\n`;
  const stated = (state: string) => (state === 'pretest' ? state : null);
  if (reviewed === undefined) return line(hash, stated(status));
  const { imported, current } = reviewed;
  const isRetired = current.status === 'retired' && imported.status !== 'retired';
  return line(current.hash, isRetired ? 'retired' : stated(current.status));
}

/** The digest over all items of a bank, for the fingerprint of a version with more of them; and their number. */
export async function fingerprintOf(
  db: Kysely<Tables>,
  bank: number,
  reviewed: ReviewedItems,
): Promise<{ readonly digest: Hash; readonly count: number }> {
  const digest = createHash('sha256');
  let count = 0;
  for await (const label of itemLabels((query) => query(db), bank)) {
    digest.update(fingerprintLine(label, reviewed.get(label.id)));
    count = label.position + 1;
  }
  return { digest, count };
}
