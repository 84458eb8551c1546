import { contentHash } from '../items/content-hash.ts';
import type { Item } from '../items/item.ts';
import type { ReviewEntry } from './decision.ts';

/** An item as a decision leaves it: with another key and its hash, or retired. `accept` changes nothing. */
export function reviewedItem(item: Item, { decision, key }: ReviewEntry): Item {
  if (decision === 'retire') return { ...item, version: item.version + 1, status: 'retired' };
  if (decision !== 'correct' || key === null || !('options' in item)) return item;
  const corrected = { ...item, version: item.version + 1, key: [...key] };
  return { ...corrected, hash: contentHash(corrected) };
}
