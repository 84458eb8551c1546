import type { ChoiceQuestion, Statement } from './extraction.ts';
import { isExcepted, listedBefore } from './listed-before.ts';
import { isRuledOut } from './negation.ts';
import { namedAnswers } from './rule-named.ts';

const CALLED =
  /[)*\]"'”’】]{0,4}\s{0,2}(?:\b(?:is|are|was|would be|must be|should be)\s(?:therefore\s|thus\s|clearly\s)?(?:the\s)?(?:only\s|most\s)?(?:[a-z]{1,16}\s)?(?:answers?|options?|choices?)\b|(?:选项|项)?(?:才|就)?[是为](?:本题的?|该题的?)?最?(?:正确|佳|最佳|最终|合适|恰当)的?(?:答案|选项|选择))/gi;
const WRONG = /incorrect|wrong|false|worst|common|popular|frequent|usual|tempting|不正确|错误/i;

/** It is said of another question: "A is the answer only when x". */
const ONLY_WHERE = /^\s(?:only\s(?:if|when|for|in)|unless)\b/i;

/** "C is the correct answer", "A and D are the best options", "B是正确答案". */
export function* reversedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const match of text.matchAll(CALLED)) {
    if (WRONG.test(match[0])) continue;
    const listed = listedBefore(text, match.index, question);
    if (listed === undefined) continue;
    const { at, first, letters } = listed;
    const end = match.index + match[0].length;
    if (isExcepted(text, at) || ONLY_WHERE.test(text.slice(end, end + 16))) continue;
    if (isRuledOut(text, at, end, question.asksForWrong)) continue;
    if (question.type === 'single' && letters.length > 1)
      yield { at, end, letters: first, isFirstOfSeveral: true };
    else yield { at, end, letters };
  }
}

/** Words that take back what was said before. */
const TAKES_BACK =
  /\b(?:wait|hold on|oops|actually|correction|scratch that|my mistake|misread|on (?:second thought|reflection))\b|不对[,。…]|等等|等一下|更正|[写说看弄]错/gi;
/** What is said of a letter then. */
const RIGHT =
  /\s(?:is|must be|should be)\s(?:the\s)?(?:correct|right|better)\b(?!\s(?:only|if|when|about|in|that)\b)|(?:选?项)?(?:才是|才|是|为)?正确的?(?=[。,;\s]|$)/gi;
/** So far behind those words, and what is read behind it: whether a word goes on, or a letter is denied. */
const REACH = 160;
const LONGEST_AFTER = 64;

/** "Actually no, C is correct", "Oops, I misread it. It should be C", 更正：上面写错了，C才是正确的. */
export function* correctedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const { 0: words, index } of text.matchAll(TAKES_BACK)) {
    const at = index + words.length;
    const said = text.slice(at, at + REACH + LONGEST_AFTER);
    for (const { index: k } of said.matchAll(RIGHT)) {
      if (k > REACH) break;
      const listed = listedBefore(said, k, question);
      if (listed !== undefined && !isRuledOut(said, listed.at, k, question.asksForWrong))
        yield { at: at + listed.at, end: at + k, letters: listed.letters };
    }
    for (const named of namedAnswers(said, question, REACH))
      yield { ...named, at: at + named.at, end: at + named.end };
  }
}
