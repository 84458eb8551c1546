import { letterAt } from '../letters.ts';
import { Rejection } from '../records/records.ts';

/** A letter, then a blank or a mark, then the text. */
const OPTION = /^\s*([A-ZＡ-Ｚ])(?:\s*[.．、:：)）]\s*|\s+|$)(.*)$/s;

/**
 * Options from lines `A text`, `B. text`, `C、text` by letter. A line that does not begin with a later letter belongs to
 * the option before it.
 * @throws Rejection where the first line begins with no letter
 */
export function optionLines(text: string): Record<string, string> {
  const options: Record<string, string> = {};
  let last = '';
  for (const line of text.split(/\r?\n/)) {
    const [, mark, rest] = OPTION.exec(line) ?? [];
    const letter = mark?.normalize('NFKC');
    // A letter further on than the next one is more likely the first word of a line, unless it opens the list.
    const isNext = last === '' ? letter !== undefined : letter !== undefined && letter > last;
    if (letter !== undefined && isNext && letter <= letterAt(letterIndex(last) + 2)) {
      options[letter] = rest;
      last = letter;
    } else if (last !== '') options[last] += `\n${line}`;
    else if (line.trim() !== '')
      throw new Rejection('options whose first line does not begin with a letter');
  }
  return options;
}

/** −1 before the first option. */
function letterIndex(letter: string): number {
  return letter === '' ? -1 : letter.charCodeAt(0) - 65;
}
