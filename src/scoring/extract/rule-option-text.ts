import { type ChoiceQuestion, MOST_OPTIONS, type Statement, sortedLetters } from './extraction.ts';
import { skipOpening } from './letters.ts';
import { mentionedLetters } from './mentions.ts';
import { isRuledOut } from './negation.ts';
import {
  type ComparableOption,
  comparable,
  comparableOptions,
  isDistinctive,
  isWhole,
  lowerCase,
} from './option-text.ts';

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
