import { type ChoiceQuestion, type Statement, sortedLetters } from './extraction.ts';
import { lettersAt } from './letters.ts';
import { isRuledOut } from './negation.ts';
import { optionTextAt } from './option-text.ts';

const KEY =
  /["'](?:(?:final|correct|selected|chosen|best|my|predicted)[_ ]?)?(?:answers?|choices?|option|letter|prediction|(?:正确)?(?:答案|选项))["']\s{0,8}:/gi;

/** `{"answer": "B"}`, `{"answer": ["A", "C"]}`, anywhere in the text, in a code fence or not, complete or not. */
export function* jsonAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const match of text.matchAll(KEY)) {
    const found = lettersAt(text, match.index + match[0].length, question);
    if (found !== undefined) yield found;
  }
}

/** Between the boxes of one answer of several letters: `\\boxed{A}, \\boxed{C}`. */
const BETWEEN_BOXES = /^[}\s$*]{0,4}(?:<\/answer>)?\s?(?:,|、|和|与|及|and|&|;)?\s?[$*]{0,4}$/i;
const LONGEST_GAP = 16;
const BOX = /\\(?:boxed|fbox)\s{0,3}\{|<(?:final[_ ]?)?(?:answer|ans|choice|result)>|<final>/gi;

/** `\boxed{B}`, `<answer>B</answer>`, `\boxed{\text{B}}`, `\boxed{A, C}`. Of boxed numbers and formulas only the text of an option is an answer. */
export function* boxedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  let previous: Statement | undefined;
  for (const match of text.matchAll(BOX)) {
    const from = match.index + match[0].length;
    let found = lettersAt(text, from, question) ?? boxedText(text, from, question);
    if (found === undefined || isRuledOut(text, match.index, found.end, question.asksForWrong))
      continue;
    const isNext =
      question.type === 'multiple' &&
      previous !== undefined &&
      match.index - previous.end <= LONGEST_GAP &&
      BETWEEN_BOXES.test(text.slice(previous.end, match.index));
    if (isNext) found = { ...found, letters: sortedLetters(previous!.letters + found.letters) };
    previous = found;
    yield found;
  }
}

function boxedText(text: string, from: number, question: ChoiceQuestion): Statement | undefined {
  const found = optionTextAt(text, from, question);
  return found !== undefined && /^\s?[}<]/.test(text.slice(found.end, found.end + 2))
    ? found
    : undefined;
}
