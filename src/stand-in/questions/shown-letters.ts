import type { ChoiceItem } from '../../../item-bank/items/item.ts';
import { normaliseQuestion } from './normalise-question.ts';

/** `A. text`, `(A) text`, `A) text`, `A、text`, `A: text`, one option a line. */
const OPTION_LINE = /^[ \t]*[（(]?([A-Z])[)）.．、:：][ \t]*(\S.*)$/gm;

/** The letters of the options a message shows, in the order of their lines. */
export function shownLetters(message: string): string[] {
  return [...new Set([...message.matchAll(OPTION_LINE)].map(([, letter]) => letter))];
}

/**
 * The letter under which a message shows each option of an item, by the item's own letter: a prompt may put options into
 * another order. The item's own letters where the message does not show them all, one per line.
 */
export function lettersInMessage(
  message: string,
  item: ChoiceItem,
): Readonly<Record<string, string>> {
  const own = Object.fromEntries(Object.keys(item.options).map((letter) => [letter, letter]));
  const shown = new Map<string, string>();
  for (const [, letter, text] of message.matchAll(OPTION_LINE)) shown.set(text.trim(), letter);
  let normalised: Map<string, string> | undefined;
  const letters: Record<string, string> = {};
  for (const [letter, text] of Object.entries(item.options)) {
    let found = shown.get(text);
    // Most prompts show options as they are; the others are worth some work.
    if (found === undefined) {
      normalised ??= new Map(Array.from(shown, ([line, name]) => [normaliseQuestion(line), name]));
      found = normalised.get(normaliseQuestion(text));
    }
    if (found === undefined) return own;
    letters[letter] = found;
  }
  return new Set(Object.values(letters)).size < Object.keys(own).length ? own : letters;
}
