import type { Item } from '../../item-bank/items/item.ts';
import { type SingleChoice, singleChoiceOf } from '../scoring/patterns/answer-pattern.ts';
import type { Store } from '../store/store.ts';

/**
 * The single choices among some items of a bank, by item; empty for a bank without text.
 * @param change to the item that is asked in place of one of the bank; null if none is
 */
export async function keyChoices(
  store: Store,
  bank: string,
  items: Iterable<string>,
  change: (item: Item) => Item | null = (item) => item,
): Promise<ReadonlyMap<string, SingleChoice>> {
  const choices = new Map<string, SingleChoice>();
  const ids = [...new Set(items)];
  if (ids.length === 0) return choices;
  for await (const item of store.items(bank, ids)) {
    const asked = change(item);
    const choice = asked === null ? null : singleChoiceOf(asked);
    if (choice !== null) choices.set(item.id, choice);
  }
  return choices;
}
