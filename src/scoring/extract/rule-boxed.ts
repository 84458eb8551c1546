import type { ChoiceQuestion, Statement } from './extraction.ts';
import { lettersAt } from './letters.ts';
import { isRuledOut } from './negation.ts';

const BOX = /\\(?:boxed|fbox)\s{0,3}\{|<(?:final[_ ]?)?answer>/gi;

/** `\boxed{B}`, `<answer>B</answer>`, `\boxed{\text{B}}`, `\boxed{A, C}`. Boxed numbers and formulas are no answers. */
export function* boxedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const match of text.matchAll(BOX)) {
    const found = lettersAt(text, match.index + match[0].length, question);
    if (found !== undefined && !isRuledOut(text, match.index, found.end, question.asksForWrong))
      yield found;
  }
}
