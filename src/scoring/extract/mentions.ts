import { type ChoiceQuestion, letterOf, type Statement, sortedLetters } from './extraction.ts';
import { isMarked, standsAlone } from './letters.ts';
import { isRuledOut } from './negation.ts';
import { breaksOff } from './no-answer.ts';

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

const SEPARATORS = String.raw`\s?[,、]\s?(?:and\s|以?及|和|与)?|\s(?:and|und|et|y|e)\s|和|与|以?及`;
/** A letter with its brackets, and the word for it: "option A", "(A)", 选项A, A项. */
const BEFORE_LETTER = String.raw`(?:(?:[Oo]ptions?|[Cc]hoices?|[Ss]tatements?|[Aa]nswers?)\s|选项\s?)?[(*["'“【]{0,4}`;
const AFTER_LETTER = String.raw`[)*\]"'”】]{0,4}(?:[两二三四五六]?(?:选?项|者))?`;
const LETTERS = enumeration(SEPARATORS);
/** Of a multiple choice also A.B.D, without blanks: "It is A. B is correct" has two sentences. */
const OF_MULTIPLE = enumeration(String.raw`${SEPARATORS}|\.|(?<=[A-Z])(?=[A-Z])`);
/** As far as ten letters with their brackets and words reach. */
const REACH = 160;

/** The letters of the enumeration that ends before `index`, such as "A, B and D", in their order, and where it begins. */
export function listedBefore(
  text: string,
  index: number,
  question: ChoiceQuestion,
): { at: number; letters: string } | undefined {
  const before = text.slice(Math.max(0, index - REACH), index);
  const match = (question.type === 'multiple' ? OF_MULTIPLE : LETTERS).exec(before);
  if (match === null) return undefined;
  const named = match[1].match(/(?<![a-z])[A-Z](?![a-z])/g) ?? [];
  const last = letterOf(question.options - 1);
  // ABC三项, but not the word ACE.
  if (/[A-Z]{2}/.test(match[1]) && !/[\u4E00-\u9FFF]/.test(match[0].at(-1)! + (text[index] ?? '')))
    return undefined;
  if (named.some((letter) => letter > last)) return undefined;
  const at = index - before.length + match.index + match[0].indexOf(match[1]);
  const range = RANGE.exec(before.slice(0, match.index + match[0].indexOf(match[1])));
  const end = named[0]?.charCodeAt(0) ?? 0;
  // Of "B to D" also what is between.
  const between = range === null ? [] : lettersBetween(range[1].charCodeAt(0), end);
  return { at: at - (range?.[0].length ?? 0), letters: sortedLetters([...between, ...named]) };
}

function lettersBetween(first: number, end: number): string[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, k) => letterOf(first - 65 + k));
}

/** What stands before the last letter of "B to D". */
const RANGE = /(?<![A-Za-z0-9])([A-Z])[)*_]{0,3}\s?(?:[-–—~至到]|to\s|through\s)\s?$/;

const EXCEPTS =
  /(?:\b(?:except|excluding|other than|apart from|(?:all|everything|every (?:option|one))(?: options)? but)(?: for)?\s(?:options?\s)?|除了?)[([*]{0,3}$/i;

/** Whether letters at `at` are those that others are told apart from: "All except B are correct". */
export function isExcepted(text: string, at: number): boolean {
  return EXCEPTS.test(text.slice(Math.max(0, at - 40), at));
}

/** Letters with one of `separators` between them, up to the end of a text. */
function enumeration(separators: string): RegExp {
  return new RegExp(
    String.raw`(?:^|[^A-Za-z0-9_])((?:${BEFORE_LETTER}[A-Z]${AFTER_LETTER}(?:${separators})){0,9}${BEFORE_LETTER}[A-Z])${AFTER_LETTER}\s{0,2}$`,
  );
}

const CONCLUDES =
  /\b(?:therefore|thus|hence|consequently|so|in conclusion|overall|finally)\b|因此|所以|故|综上|可见|总之/i;

/** The options named in the last sentence that concludes: "Therefore, option C fits best." */
export function* concludedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const sentences = text.split(/[.!?。!\n]/);
  // What follows the last full stop is empty, or a sentence that breaks off.
  for (let k = sentences.length - (breaksOff(text) ? 2 : 1); k >= 0; k--) {
    if (!CONCLUDES.test(sentences[k])) continue;
    const letters = sortedLetters(mentionedLetters(sentences[k], question));
    if (letters === '') continue;
    if (letters.length === 1 || question.type === 'multiple')
      yield { at: 0, end: text.length, letters };
    return;
  }
}

/** The one option that is named as such in the whole text. Where several are, none is the answer. */
export function* onlyMention(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const letters = sortedLetters(mentionedLetters(text, question));
  if (letters.length === 1) yield { at: 0, end: text.length, letters };
}
