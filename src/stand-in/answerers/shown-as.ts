import type { Item } from '../../../item-bank/items/item.ts';
import type { Intended } from './intended-answer.ts';

/**
 * The intended letters as a prompt shows them; those of a choice in ascending order.
 * @param names by the item's own letters
 */
export function shownAs(
  intended: Intended,
  item: Item,
  names: Readonly<Record<string, string>>,
): Intended {
  if (intended.kind === 'text' || !('options' in item)) return intended;
  const letters = intended.letters.map((letter) => names[letter]);
  return { kind: 'letters', letters: item.type === 'sequencing' ? letters : letters.sort() };
}
