import { contentHash } from '../items/content-hash.ts';
import type { Item } from '../items/item.ts';
import type { ReviewEntry } from './decision.ts';

/**
 * An item as a decision leaves it: with another key and its hash, or retired. `accept` changes nothing.
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
