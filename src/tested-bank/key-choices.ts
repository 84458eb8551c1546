import { type SingleChoice, singleChoiceOf } from '../scoring/patterns/answer-pattern.ts';
import type { Store } from '../store/store.ts';

/** The single choices among some items of a bank, by item; empty for a bank without text. */
export async function keyChoices(
  store: Store,
  bank: string,
  items: Iterable<string>,
): Promise<ReadonlyMap<string, SingleChoice>> {
  const choices = new Map<string, SingleChoice>();
  const ids = [...new Set(items)];
  if (ids.length === 0) return choices;
  for await (const item of store.items(bank, ids)) {
    const choice = singleChoiceOf(item);
    if (choice !== null) choices.set(item.id, choice);
  }
  return choices;
}
