import type { ChoiceItem } from '../../../item-bank/items/item.ts';
import { extractAnswer } from '../../scoring/extract/extract-answer.ts';
import { extractSequence } from '../../scoring/extract/sequence.ts';

/**
 * The answer that a text gives to an item, as the item's own letters: "B", "ABD", of a sequencing item in its order.
 * Undefined if none is found.
 * @param names the letter under which the prompt shows each option, by the item's own letter
 */
export function readAnswer(
  text: string,
  item: ChoiceItem,
  names: Readonly<Record<string, string>>,
): string | undefined {
  const own = new Map(Object.entries(names).map(([letter, name]) => [name, letter]));
  const shown = [...own.keys()].sort();
  // Letters up to the last one that is shown: some banks leave out one between.
  const options = shown.at(-1)!.charCodeAt(0) - 64;
  const { extracted } =
    item.type === 'sequencing'
      ? extractSequence(text, shown)
      : extractAnswer(text, { type: item.type, options });
  if (extracted === null) return undefined;
  const letters = Array.from(extracted, (letter) => own.get(letter));
  if (letters.includes(undefined)) return undefined;
  return (item.type === 'sequencing' ? letters : letters.sort()).join('');
}
