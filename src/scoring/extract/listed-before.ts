import { type ChoiceQuestion, letterOf, sortedLetters } from './extraction.ts';

const SEPARATORS = String.raw`\s?[,、]\s?(?:and\s|以?及|和|与)?|\s(?:and|und|et|y|e)\s|和|与|以?及`;
/** A letter with its brackets, and the word for it: "option A", "(A)", 选项A, A项. */
const BEFORE = String.raw`(?:(?:[Oo]ptions?|[Cc]hoices?|[Ss]tatements?|[Aa]nswers?)\s|选项\s?)?[(*["'“【]{0,4}`;
const AFTER = String.raw`[)*\]"'”】]{0,4}(?:[两二三四五六]?(?:选?项|者))?`;
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
    String.raw`(?:^|[^A-Za-z0-9_])((?:${BEFORE}[A-Z]${AFTER}(?:${separators})){0,9}${BEFORE}[A-Z])${AFTER}\s{0,2}$`,
  );
}
