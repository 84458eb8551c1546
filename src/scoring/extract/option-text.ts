import {
  type ChoiceQuestion,
  letterOf,
  MOST_OPTIONS,
  type Statement,
  sortedLetters,
} from './extraction.ts';
import { skipOpening } from './letters.ts';
import { mentionedLetters } from './mentions.ts';
import { isRuledOut } from './negation.ts';
import { visibleText } from './visible-text.ts';

/** Longer texts are compared by their beginning: two options alike that far are not distinguished. */
const LONGEST = 400;
/** A shorter text is too likely to stand in a sentence by chance. */
const SHORTEST_WORD = 3;
const SHORTEST_CHINESE = 2;

/** The text of an option as it is compared: in one spelling, lower case, without the full stop at its end. */
interface ComparableOption {
  readonly letter: string;
  readonly text: string;
}

/** The option texts that can be recognised, longest first; of two that are alike neither can. */
export function comparableOptions(question: ChoiceQuestion): ComparableOption[] {
  const options = (question.optionTexts ?? []).slice(0, question.options).map((text, k) => ({
    letter: letterOf(k),
    text: comparable(visibleText(text).text).slice(0, LONGEST),
  }));
  return options
    .filter(({ text }) => text !== '' && options.filter((o) => o.text === text).length === 1)
    .sort((x, y) => y.text.length - x.text.length);
}

/** Length-preserving but for the ends: places in the result of `toLowerCase` of ASCII are those of the text. */
export function comparable(text: string): string {
  return lowerCase(text.trim())
    .replace(/[.。;]$/, '')
    .trim();
}

/** `toLowerCase` can change the length of a text (İ); this does not. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether an option's text is long enough to be found within a sentence. */
function isDistinctive(text: string): boolean {
  return text.length >= (/[\u4E00-\u9FFF]/.test(text) ? SHORTEST_CHINESE : SHORTEST_WORD);
}

/** Whether text[at .. end) begins and ends where words do; Chinese has no such places. */
function isWhole(text: string, at: number, end: number): boolean {
  const joins = (x: string | undefined, y: string | undefined) =>
    /[A-Za-z0-9]/.test(x ?? '') && /[A-Za-z0-9]/.test(y ?? '');
  return !joins(text[at - 1], text[at]) && !joins(text[end - 1], text[end]);
}

/** The options of a question are prepared once, not at every place they may stand. */
const known = new WeakMap<ChoiceQuestion, ComparableOption[]>();

/** The option whose text begins at `from`, after brackets and quotes: the longest one that fits. */
export function optionTextAt(
  text: string,
  from: number,
  question: ChoiceQuestion,
): Statement | undefined {
  if (question.optionTexts === undefined) return undefined;
  let options = known.get(question);
  if (options === undefined) {
    options = comparableOptions(question);
    known.set(question, options);
  }
  const at = skipOpening(text, from);
  // The longest option is the first.
  const start = lowerCase(text.slice(at, at + (options[0]?.text.length ?? 0)));
  for (const option of options) {
    const end = at + option.text.length;
    if (start.startsWith(option.text) && isWhole(text, at, end))
      return { at, end, letters: option.letter };
  }
  return undefined;
}

/** Stands for an option that was found, so that a shorter one is not found within it. */
const TAKEN = '\u0001';

/** The answer is said to be none of the options. */
const NOT_THERE =
  /\b(?:none of the|not (?:an option|one of|any of|among|in the|listed|given|provided|available))\b|没有(?:正确|合适)的?(?:选项|答案)/i;

/** The label of an option before its text: "B. ", "(B) ", "**B**: ". */
const LABEL_BEFORE =
  /(?:^|[\s([【*_]|选项)([a-z])[)\]】*_]{0,4}(?:[.、:)\]】][*_\s]{0,4}|[*_\s]{1,4})$/i;
const LABEL_REACH = 12;

/**
 * The option whose text the answer restates: the whole answer, or the only one in it, or the only one in its last line. A list
 * of options with their labels restates the question, and a letter that is named elsewhere says more than a text.
 */
export function* restatedOptions(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.optionTexts === undefined) return;
  const options = comparableOptions(question);
  const whole = comparable(text);
  const same = options.find((option) => option.text === whole);
  const unlisted = withoutList(lowerCase(whole), options);
  const lastLine = unlisted.slice(unlisted.lastIndexOf('\n') + 1);
  const named = sortedLetters(mentionedLetters(text, { ...question, options: MOST_OPTIONS }));
  for (const letters of same ? [same.letter] : [within(lastLine, options)])
    if (letters.length === 1 || (letters !== '' && question.type === 'multiple')) {
      const isOther = question.type === 'single' && named.length === 1 && named !== letters;
      const isDenied = isOther || (same === undefined && named === '' && NOT_THERE.test(lastLine));
      if (!isDenied) yield { at: 0, end: text.length, letters };
      return;
    }
}

/** The option whose text is the last line. Where those of others are lines as well it is a list that breaks off. */
export function* optionAtEnd(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.optionTexts === undefined) return;
  const lines = text.trim().split('\n');
  const texts = lines.map((line) => comparable(line.slice(skipOpening(line, 0))));
  const written = new Set(texts);
  const [found, ...others] = comparableOptions(question).filter(({ text: own }) =>
    written.has(own),
  );
  if (found === undefined || others.length > 0 || found.text !== comparable(lines.at(-1)!)) return;
  const named = sortedLetters(mentionedLetters(text, { ...question, options: MOST_OPTIONS }));
  if (named.length !== 1 || named === found.letter)
    yield { at: 0, end: text.length, letters: found.letter };
}

/** A text without the options in it that stand behind their labels, where those of two or more do. */
function withoutList(text: string, options: readonly ComparableOption[]): string {
  const labelled = new Set<string>();
  let rest = text;
  for (const option of options)
    rest = rest.replaceAll(option.text, (match, at: number, before: string) => {
      const label = LABEL_BEFORE.exec(before.slice(Math.max(0, at - LABEL_REACH), at))?.[1];
      if (label?.toUpperCase() !== option.letter) return match;
      labelled.add(option.letter);
      return TAKEN;
    });
  return labelled.size > 1 ? rest : text;
}

/** The letters of the options found in a text, longer ones first and taken out. */
function within(text: string, options: readonly ComparableOption[]): string {
  let rest = lowerCase(text);
  const found: string[] = [];
  for (const option of options) {
    if (!isDistinctive(option.text)) continue;
    rest = rest.replaceAll(option.text, (match, at: number, before: string) => {
      const end = at + match.length;
      if (!isWhole(before, at, end)) return match;
      if (!isRuledOut(before, at, end)) found.push(option.letter);
      return TAKEN;
    });
  }
  return sortedLetters(found);
}
