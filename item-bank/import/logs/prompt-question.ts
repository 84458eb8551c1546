import { letterAt } from '../letters.ts';
import { optionLines } from '../recognise/option-lines.ts';

/** A question as a prompt shows it. */
export interface PromptQuestion {
  readonly stem: string;
  /** By letter from A. */
  readonly options: Readonly<Record<string, string>>;
}

/** A line that opens the list of options. */
const FIRST = /^\s*\(?A\s*[.．、:：)）]\s*\S/;
/** What prompts say after the options: a blank line, or the line that asks for the answer. */
const END = /^\s*(?:$|(?:the )?(?:answer|response|correct answer)\b|答案|回答)/i;

/**
 * Takes a prompt apart that lists its options in lines `A. text` after the question: the last such list counts, because worked examples
 * come before. The stem is the text before it, after the examples' last blank line if there are any.
 * @returns null without a list of at least two options
 */
export function promptQuestion(prompt: string): PromptQuestion | null {
  const lines = prompt.split(/\r?\n/);
  const from = lines.findLastIndex((line) => FIRST.test(line));
  if (from === -1) return null;
  const rest = lines.slice(from);
  const to = rest.findIndex((line, k) => k > 0 && END.test(line));
  const own = (to === -1 ? rest : rest.slice(0, to)).map((line) => line.replace(/^\s*\(/, ''));
  const options = Object.fromEntries(
    Object.entries(optionLines(own.join('\n'))).map(([letter, text]) => [letter, text.trim()]),
  );
  const letters = Object.keys(options);
  if (letters.length < 2 || letters.some((letter, k) => letter !== letterAt(k))) return null;
  const before = lines.slice(0, from);
  const examples = before.findLastIndex((line) => FIRST.test(line));
  const blank = before.findIndex((line, k) => k > examples && line.trim() === '');
  const stem = (examples === -1 || blank === -1 ? before : before.slice(blank + 1))
    .join('\n')
    .trim();
  return stem === '' ? null : { stem, options };
}
