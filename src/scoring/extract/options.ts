import { type ChoiceQuestion, letterOf } from './extraction.ts';
import { visibleText } from './visible-text.ts';

/** Characters of an option that are compared. Options that differ only after them count as the same. */
const LONGEST = 400;
/** A shorter text is too likely to stand in a sentence by chance. */
const SHORTEST_WORD = 3;
const SHORTEST_CHINESE = 2;

/** The text of an option as it is compared: in one spelling, lower case, without the full stop at its end. */
export interface ComparableOption {
  readonly letter: string;
  readonly text: string;
}

/** The prepared options of each question, because every place of an output is compared with them. */
const known = new WeakMap<ChoiceQuestion, readonly ComparableOption[]>();

/** The option texts that can be recognised, longest first. Options with the same text are left out: they cannot be told apart. */
export function comparableOptions(question: ChoiceQuestion): readonly ComparableOption[] {
  const prepared = known.get(question);
  if (prepared !== undefined) return prepared;
  const options = (question.optionTexts ?? []).slice(0, question.options).map((text, k) => ({
    letter: letterOf(k),
    text: comparable(visibleText(text).text).slice(0, LONGEST),
  }));
  const distinct = options
    .filter(({ text }) => text !== '' && options.filter((o) => o.text === text).length === 1)
    .sort((x, y) => y.text.length - x.text.length);
  known.set(question, distinct);
  return distinct;
}

/** A text as it is compared. Only its ends get shorter, so that a position within it stays the same. */
export function comparable(text: string): string {
  return lowerCase(text.trim())
    .replace(/[.。;]$/, '')
    .trim();
}

/** `toLowerCase` can change the length of a text (İ); this does not. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The option whose text begins at `at`: the longest one that fits. */
export function optionAt(
  text: string,
  at: number,
  question: ChoiceQuestion,
): ComparableOption | undefined {
  const options = comparableOptions(question);
  // The longest option is the first.
  const start = lowerCase(text.slice(at, at + (options[0]?.text.length ?? 0)));
  return options.find(
    ({ text: own }) => start.startsWith(own) && isWhole(text, at, at + own.length),
  );
}

/** Whether text[at .. end) begins and ends where words do; Chinese has no such places. */
export function isWhole(text: string, at: number, end: number): boolean {
  const joins = (x: string | undefined, y: string | undefined) =>
    /[A-Za-z0-9]/.test(x ?? '') && /[A-Za-z0-9]/.test(y ?? '');
  return !joins(text[at - 1], text[at]) && !joins(text[end - 1], text[end]);
}

/** Whether an option's text is long enough to be found within a sentence. */
export function isDistinctive(text: string): boolean {
  return text.length >= (/[\u4E00-\u9FFF]/.test(text) ? SHORTEST_CHINESE : SHORTEST_WORD);
}
