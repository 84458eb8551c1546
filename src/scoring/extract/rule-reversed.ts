import type { ChoiceQuestion, Statement } from './extraction.ts';
import { listedBefore } from './listed-before.ts';
import { isRuledOut } from './negation.ts';

const CALLED =
  /[)*\]"'”’】]{0,4}\s{0,2}(?:\b(?:is|are|was|would be|must be|should be)\s(?:therefore\s|thus\s|clearly\s)?(?:the\s)?(?:only\s|most\s)?(?:[a-z]{1,16}\s)?(?:answers?|options?|choices?)\b|(?:选项|项)?(?:才|就)?[是为](?:本题的?|该题的?)?最?(?:正确|佳|最佳|最终|合适|恰当)的?(?:答案|选项|选择))/gi;
const WRONG = /incorrect|wrong|false|worst|不正确|错误/i;

/** "C is the correct answer", "A and D are the best options", "B是正确答案". */
export function* reversedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const match of text.matchAll(CALLED)) {
    if (WRONG.test(match[0])) continue;
    const listed = listedBefore(text, match.index, question);
    if (listed === undefined) continue;
    const { at, first, letters } = listed;
    const end = match.index + match[0].length;
    if (isRuledOut(text, at, end, question.asksForWrong)) continue;
    if (question.type === 'single' && letters.length > 1)
      yield { at, end, letters: first, isFirstOfSeveral: true };
    else yield { at, end, letters };
  }
}
