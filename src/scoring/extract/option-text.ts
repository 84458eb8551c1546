import { type ChoiceQuestion, MOST_OPTIONS, type Statement, sortedLetters } from './extraction.ts';
import { afterSeparator, skipOpening } from './letters.ts';
import { mentionedLetters } from './mentions.ts';
import { isRuledOut } from './negation.ts';
import {
  type ComparableOption,
  comparable,
  comparableOptions,
  isDistinctive,
  isWhole,
  lowerCase,
  optionAt,
} from './options.ts';

/**
 * The options whose texts begin at `from`, after brackets and quotes: one, or an enumeration, "iron and zinc (C)". Several leave a
 * single choice open.
 */
export function optionTextAt(
  text: string,
  from: number,
  question: ChoiceQuestion,
): Statement | undefined {
  const at = skipOpening(text, from);
  let found = optionAt(text, at, question);
  if (found === undefined) return undefined;
  let letters = '';
  let isOpen = false;
  let end = at;
  let next: { at: number; isOr: boolean } | undefined = { at, isOr: false };
  while (found !== undefined && next !== undefined) {
    letters += found.letter;
    isOpen ||= next.isOr;
    end = next.at + found.text.length;
    next = afterSeparator(text, end, question);
    found = next === undefined ? undefined : optionAt(text, next.at, question);
  }
  isOpen ||= letters.length > 1 && question.type === 'single';
  return { at, end, letters: isOpen ? '' : sortedLetters(letters) };
}

/** Stands for an option that was found, so that a shorter one is not found within it. */
const TAKEN = '\u0001';

/** The answer is said to be none of the options. */
const NOT_THERE =
  /\b(?:none of the|not (?:an option|one of|any of|among|in the|listed|given|provided|available))\b|没有(?:正确|合适)的?(?:选项|答案)/i;

/** What stands before the text of an option in a list: "B. ", "- ", "(2) ", "| B | ". */
const ITEM =
  /^[^\p{L}\p{N}([]{0,8}(?:\[[ x]\]\s?)?(?:(?:options?\s|选项)?[([]?(?:[a-z]|[ivx]{1,4}|\p{N}{1,2})[)\]]?[^\p{L}\p{N}([]{1,8})?/u;

/**
 * The option whose text the answer restates: the whole answer, or the only one in its last line. A list of options restates the
 * question, and a letter that is named elsewhere says more than a text.
 */
export function* restatedOptions(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.optionTexts === undefined) return;
  const options = comparableOptions(question);
  const whole = comparable(text);
  const same = options.find((option) => option.text === whole);
  const lines = whole.split('\n').filter((line) => line.trim() !== '');
  const last = lines.at(-1) ?? '';
  const letters = same?.letter ?? within(last, options).letters;
  if (letters === '' || (question.type === 'single' && letters.length > 1)) return;
  if (same === undefined && endsList(lines, question)) return;
  const named = sortedLetters(mentionedLetters(text, { ...question, options: MOST_OPTIONS }));
  const isOther = question.type === 'single' && named.length === 1 && named !== letters;
  const isDenied = isOther || (same === undefined && named === '' && NOT_THERE.test(last));
  if (!isDenied) yield { at: 0, end: text.length, letters };
}

/** Whether the last line is an item as another one is, or says what the line before says, but of another option. */
function endsList(lines: readonly string[], question: ChoiceQuestion): boolean {
  const items = new Set(lines.flatMap((line) => itemOf(line, question) ?? []));
  const [last, before = ''] = lines
    .slice(-2)
    .reverse()
    .map((line) => within(line.replace(ITEM, ''), comparableOptions(question)).rest);
  return last === before || (itemOf(lines.at(-1)!, question) !== undefined && items.size > 1);
}

/** The option that a line of a list begins with. */
function itemOf(line: string, question: ChoiceQuestion): string | undefined {
  const { length } = ITEM.exec(line)![0];
  return length === 0 ? undefined : optionAt(line, length, question)?.letter;
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

/** The letters of the options found in a text, longer ones first and taken out, and what is left of it. */
function within(text: string, options: readonly ComparableOption[]) {
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
  return { letters: sortedLetters(found), rest };
}
