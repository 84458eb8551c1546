import { type ChoiceQuestion, letterOf, type Statement, sortedLetters } from './extraction.ts';
import { lettersAt } from './letters.ts';
import { listedBefore } from './listed-before.ts';

/** The wrong one is B: what stands before the letter. */
const WRONG_ONE =
  /\b(?:incorrect|wrong|false|untrue|inaccurate)\s(?:statement|option|choice|answer|one)s?(?:\s(?:is|are|would be)|\s?:)|(?:错误|不正确|不对|有误|不恰当|不属于|不包括|不符合)(?:题意)?的(?:说法|选项|一项|叙述|描述)?(?:应该|应)?[是为有]/gi;
/** B is wrong: what stands after it. */
const IS_WRONG =
  /\s(?:is|are|must be|should be)\s(?:clearly\s|definitely\s|also\s|therefore\s)?(?:incorrect|wrong|false|untrue|inaccurate|not\s(?!incorrect|wrong|false))|(?:选项|项)?(?:的)?(?:说法|描述|表述|叙述|陈述|观点)?(?:是|为|均|都|则|也){0,2}(?:不正确|错误|错(?![过综])|不对|不符|有误|不属于|不包括|不恰当)|\s?[✗✘×❌]/g;
/** "B. Incorrect", "B: false", at the begin of a line or of a part of it. */
const LABELLED =
  /(?:^|[\n,;])[\s>*_#(-]{0,8}([A-Z])[)\]*_]{0,4}[.、:)][\s*_]{0,4}(?:incorrect|wrong|false|not (?:correct|true)|错误|不正确|错)/gi;

/**
 * The options that are called wrong, where the question asks for what is wrong: "B is false", "B是错误的", "错误的是B".
 * Of a single choice, where one option alone is called so. Without that knowledge they are none.
 */
export function* calledWrong(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.asksForWrong !== true) return;
  let stated: Statement | undefined;
  for (const match of text.matchAll(WRONG_ONE))
    stated = lettersAt(text, match.index + match[0].length, question) ?? stated;
  const letters = stated?.letters ?? sortedLetters(namedWrong(text, question));
  if (letters.length === 1 || (letters !== '' && question.type === 'multiple'))
    yield { at: 0, end: text.length, letters };
}

function* namedWrong(text: string, question: ChoiceQuestion): Iterable<string> {
  for (const match of text.matchAll(IS_WRONG))
    yield* listedBefore(text, match.index, question)?.letters ?? '';
  const last = letterOf(question.options - 1);
  for (const [, letter] of text.matchAll(LABELLED)) if (letter <= last) yield letter;
}
