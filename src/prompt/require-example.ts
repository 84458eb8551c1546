import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';

/** @throws OPTIONS_CONFLICT for a case, and for an item of the same content as the one that is asked */
export function requireExample(
  shot: Item,
  item: Item,
): asserts shot is Exclude<Item, { type: 'case' }> {
  if (shot.type === 'case' || shot.hash === item.hash)
    fail('OPTIONS_CONFLICT', {
      options: 'shots',
      reason: `item ${shot.id} cannot be a worked example for item ${item.id}: ${shot.type === 'case' ? 'it is a case' : 'it asks the same question'}.`,
    });
}
