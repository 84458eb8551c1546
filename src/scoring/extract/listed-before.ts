import { type ChoiceQuestion, letterOf, sortedLetters } from './extraction.ts';

const SEPARATORS = String.raw`\s?[,、]\s?(?:and\s)?|\sand\s|和|与|及`;
const LETTERS = enumeration(SEPARATORS);
/** Of a multiple choice also A.B.D, without blanks: "It is A. B is correct" has two sentences. */
const OF_MULTIPLE = enumeration(String.raw`${SEPARATORS}|\.`);
/** As far as ten letters with their brackets reach. */
const REACH = 80;

/** The letters of the enumeration that ends before `index`, such as "A, B and D", in their order, and where it begins. */
export function listedBefore(
  text: string,
  index: number,
  question: ChoiceQuestion,
): { at: number; first: string; letters: string } | undefined {
  const before = text.slice(Math.max(0, index - REACH), index);
  const match = (question.type === 'multiple' ? OF_MULTIPLE : LETTERS).exec(before);
  if (match === null) return undefined;
  const named = match[1].match(/[A-Z]/g) ?? [];
  const last = letterOf(question.options - 1);
  if (named.some((letter) => letter > last)) return undefined;
  const at = index - before.length + match.index + match[0].indexOf(match[1]);
  return { at, first: named[0]!, letters: sortedLetters(named) };
}

/** Letters with one of `separators` between them, up to the end of a text. */
function enumeration(separators: string): RegExp {
  return new RegExp(
    String.raw`(?:^|[^A-Za-z0-9_])((?:[(*["'“【]{0,4}[A-Z][)*\]"'”】]{0,4}(?:${separators})){0,9}[(*["'“【]{0,4}[A-Z])[)*\]"'”】]{0,4}\s{0,2}$`,
  );
}
