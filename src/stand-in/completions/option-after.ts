import type { Item } from '../../../item-bank/items/item.ts';
import { shownLetters } from '../questions/shown-letters.ts';

/** An option that stands at the end of a text. */
export interface OptionAfter {
  /** Null where no item is known, and the text itself shows the letters. */
  readonly item: Extract<Item, { type: 'single' }> | null;
  readonly letter: string;
  /** What stands before it, and the option with the white space before it. */
  readonly context: string;
  readonly continuation: string;
}

/**
 * The option of a single choice that a text ends with, as a letter or in words, after a space; null if it ends with none. Of several
 * the one after a colon, as in "Answer: B", and of these the longest.
 */
export function optionAfter(text: string, items: readonly Item[]): OptionAfter | null {
  let best: { found: OptionAfter; rank: number } | null = null;
  for (const item of items) {
    if (item.type !== 'single') continue;
    for (const [letter, option] of Object.entries(item.options))
      for (const words of [letter, option]) {
        if (!text.endsWith(words)) continue;
        const before = text.slice(0, text.length - words.length);
        const context = before.trimEnd();
        if (context === before || context === '') continue;
        const rank = words.length + (/[:：]$/.test(context) ? 1e6 : 0);
        if (best !== null && rank <= best.rank) continue;
        const found = { item, letter, context, continuation: text.slice(context.length) };
        best = { found, rank };
      }
  }
  return best?.found ?? (items.length === 0 ? letterAfter(text) : null);
}

/** A letter after the options that a text shows. */
function letterAfter(text: string): OptionAfter | null {
  const [, context, letter] = /^(.*[:：])\s+([A-Z])$/s.exec(text) ?? [];
  if (letter === undefined || !shownLetters(context).includes(letter)) return null;
  return { item: null, letter, context, continuation: text.slice(context.length) };
}
