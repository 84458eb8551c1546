import { contentHash } from '../items/content-hash.ts';
import type { Item } from '../items/item.ts';
import type { ReviewEntry } from './decision.ts';

/**
 * An item as a decision leaves it: with another key and its hash, or retired. `accept` and `promote` leave the content as it is.
 * @param place of the decision among those of the log that changed the item, undone ones included, from 1: so two keys never have one
 *   version, and undoing the second brings back the version of the first
 */
export function reviewedItem(item: Item, { decision, key }: ReviewEntry, place: number): Item {
  const version = item.version + place;
  if (decision === 'retire') return { ...item, version, status: 'retired' };
  if (decision !== 'correct' || key === null || !('options' in item)) return item;
  const corrected = { ...item, version, key: [...key] };
  return { ...corrected, hash: contentHash(corrected) };
}

/** The same item as one that counts, if it is a pretest item: a retired one stays retired. @param place as of `reviewedItem` */
export function promotedItem(item: Item, imported: Item, place: number): Item {
  if (item.status !== 'pretest') return item;
  return { ...item, version: Math.max(item.version, imported.version + place), status: 'active' };
}
