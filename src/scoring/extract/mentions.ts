import { type ChoiceQuestion, letterOf } from './extraction.ts';
import { isMarked, standsAlone } from './letters.ts';
import { isExcepted } from './listed-before.ts';
import { isRuledOut } from './negation.ts';

const LETTER = /(?<![A-Za-z0-9_])[A-Z](?![A-Za-z0-9_])/g;
/** Not braces: \\frac{A}{B}. */
const MARKS = '([【*"“「『`';
const NAMED_BEFORE =
  /(?:\b(?:options?|choices?|statements?)\s{1,2}|选项\s?)(?:[A-Z](?:\s?[,、]\s?|[和与及]|,?\s(?:and|or)\s)){0,9}$/i;
const NAMED_AFTER = /^\s?(?:选项|项)/;

/**
 * The letters that a text names as options, (B), **B**, option B, B项, and does not rule out; in order, repeats
 * included. A letter in the running text is none, nor is the argument of a function, P(A).
 */
export function* mentionedLetters(text: string, question: ChoiceQuestion): Generator<string> {
  const last = letterOf(question.options - 1);
  for (const { 0: letter, index: at } of text.matchAll(LETTER)) {
    const end = at + 1;
    if (letter > last || !standsAlone(text, at, end)) continue;
    const marked =
      MARKS.includes(text[at - 1] ?? ' ') &&
      isMarked(text, at, end) &&
      !/[A-Za-z0-9_'^}]/.test(text[at - 2] ?? '');
    const words = NAMED_BEFORE.exec(text.slice(Math.max(0, at - 56), at))?.[0];
    const named = words !== undefined || NAMED_AFTER.test(text.slice(end, end + 3));
    if (!marked && !named) continue;
    const isOther = question.asksForWrong !== true && isExcepted(text, at);
    const isOut = isRuledOut(text, at, end) || isRuledOut(text, at - (words?.length ?? 0), end);
    if (!isOther && !isOut) yield letter;
  }
}
