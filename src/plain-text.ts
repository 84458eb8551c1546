/** Control characters, which a terminal would obey, ends of lines, and characters that turn the order of letters. */
const HIDDEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
const HIDDEN_PLACES = new RegExp(`[${HIDDEN}]`, 'gu');
const HIDDEN_IN_LINES = new RegExp(`(?![\\n\\t])[${HIDDEN}]`, 'gu');

/** A text on one line that has none of them: titles, tags, sources. */
export const ONE_LINE = new RegExp(`^[^${HIDDEN}]*$`);
/** Characters that take no place or leave it blank: soft hyphens, joiners, fillers, selectors of variants, tags. */
const UNSEEN =
  '\\s\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\u{e0000}-\u{e0fff}';
/** Longest name of anything, in characters. */
export const LONGEST_NAME = 200;

/** The one rule of names of models, people, items and families: at least one character that can be seen, and none of the hidden ones. */
export const NAME = new RegExp(`^(?=[\\s\\S]*[^${UNSEEN}])[^${HIDDEN}\\ud800-\\udfff]+$`, 'u');

export const NAME_IN_WORDS = 'a name that can be seen, without control characters';

/** What is wrong with a name; null if nothing is. */
export function nameProblem(name: string): string | null {
  if (NAME.test(name)) return null;
  if (!name.isWellFormed()) return 'a name with half a character (a lone surrogate)';
  const hidden = [...name].find((character) => !NAME.test(`x${character}`));
  if (hidden === undefined) return 'an empty name';
  const code = hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `a name with the character U+${code}, which is not shown`;
}

/** Names come from files, and comments from strangers: what is hidden in them is shown as �. */
export function plainText(cell: string): string {
  return cell.replace(HIDDEN_PLACES, '\uFFFD');
}

/** The same for a text of several lines: their ends and tabs stay. */
export function plainLines(text: string): string {
  return text.replace(HIDDEN_IN_LINES, '\uFFFD');
}
