import { createHash, type Hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ReviewedItem, ReviewedItems } from '../review/reviewed-items.ts';
import type { Tables } from '../schema/tables.ts';
import { itemLabels } from './item-labels.ts';

/**
 * What an item adds to the fingerprint of its bank: id, tab, hash and line end, as the review leaves the item. An item that the review
 * has retired adds a third field, so that the bank without it has another fingerprint.
 */
export function fingerprintLine(
  { id, hash }: { readonly id: string; readonly hash: string },
  reviewed?: ReviewedItem,
): string {
  if (reviewed === undefined) return `${id}\t${hash}\n`;
  const { imported, current } = reviewed;
  const isRetired = current.status === 'retired' && imported.status !== 'retired';
  return `${id}\t${current.hash}${isRetired ? '\tretired' : ''}\n`;
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
