import type { Store } from '../../store/store.ts';
import { guessableAnswers } from '../../tested-bank/guessing.ts';

/** What guesses at some items of a bank are worth (`guessableAnswers`): 0 where it is not known. */
export async function optionCounts(
  store: Store,
  bank: string,
  items: readonly string[],
): Promise<number[]> {
  const counts = new Map<string, number>();
  for await (const item of store.items(bank)) counts.set(item.id, guessableAnswers(item));
  return items.map((item) => counts.get(item) ?? 0);
}
