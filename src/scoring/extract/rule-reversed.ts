import type { ChoiceQuestion, Statement } from './extraction.ts';
import { isFurther } from './last-statement.ts';
import { lettersAt } from './letters.ts';
import { isExcepted, listedBefore } from './mentions.ts';
import { isRuledOut } from './negation.ts';
import { namedAnswers } from './rule-named.ts';

const CALLED =
  /[)*\]"'”’】]{0,4}\s(?:it\sis|it\smust\sbe)(?=\s{0,2}(?:[.!]|$))|[)*\]"'”’】]{0,4}\s{0,2}(?:\b(?:is|are|was|would be|must be|should be)\s(?:therefore\s|thus\s|clearly\s|also\s)?(?:the\s)?(?:only\s|most\s)?(?:[a-z]{1,16}\s)?(?:answers?|options?|choices?)\b|(?:选项|项)?(?:才|就)?[是为](?:本题的?|该题的?)?最?(?:正确|佳|最佳|最终|合适|恰当)的?(?:答案|选项|选择))/gi;
const WRONG = /incorrect|wrong|false|worst|common|popular|frequent|usual|tempting|不正确|错误/i;

/** It is said of another question: "A is the answer only when x". */
const ONLY_WHERE = /^\s(?:only\s(?:if|when|for|in)|unless)\b/i;

/** "C is the correct answer", "A and D are the best options", "B是正确答案". */
export function* reversedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const match of text.matchAll(CALLED)) {
    if (WRONG.test(match[0])) continue;
    const listed = listedBefore(text, match.index, question);
    if (listed === undefined) continue;
    const { at, letters } = listed;
    const end = match.index + match[0].length;
    if (isExcepted(text, at) || ONLY_WHERE.test(text.slice(end, end + 16))) continue;
    if (isRuledOut(text, at, end, question.asksForWrong)) continue;
    yield { at, end, letters: question.type === 'single' && letters.length > 1 ? '' : letters };
  }
}

/** Words that take back what was said before. */
const TAKES_BACK =
  /\b(?:wait|hold on|oops|actually|correction|scratch that|my mistake|misread|on (?:second thought|reflection)|hmm|let me (?:re-?\w+|(?:double-)?check)|re-?(?:check|comput|calculat|examin)\w{0,4})\b|不对[,。…]|等等|等一下|更正|[写说看弄]错|重新[计检考审看]|再[想看算检]/gi;
/** What is said of a letter then. */
const RIGHT =
  /\s(?:is|must be|should be)\s(?:the\s)?(?:correct|right|better)\b(?!\s(?:only|if|when|about|in|that)\b)|(?:选?项)?(?:才是|才|是|为)?正确的?(?=[。,;\s]|$)/gi;
/** A sentence that is nothing but a letter: "No wait, that is Rome. C." */
const LONE = /(?<=[.。!?\n]\s{1,2})(?=[([*]{0,3}[A-Z][)\]*]{0,3}[.。!]?(?:\s{0,3}$|\n))/g;
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
    const lone = [...said.matchAll(LONE)].flatMap(
      ({ index }) => lettersAt(said, index, question) ?? [],
    );
    for (const found of [...namedAnswers(said, question, REACH), ...lone])
      yield { ...found, at: at + found.at, end: at + found.end };
  }
}

/** What is said of a letter beside the answer: "C is also correct", "D is correct as well", A也正确. */
const RIGHT_TOO =
  /\s(?:is|are|(?:would|could|can)(?:\salso)?\sbe)\s(?:(?:also|equally|likewise)\s)?(?:an?\s)?(?:correct|right|true|valid|acceptable|possible)\b(?:,?\s(?:as well|too)\b)?|(?:选?项)?(?:也|同样|亦)?(?:是|为|要|应该?|可以?)?(?:正确|对|成立|符合(?:题意|条件|要求)|选)的?(?=[。,;\s]|$)/gi;
/** It is not said to be the answer then: "C is also correct, but too narrow". */
const TAKEN_BACK =
  /^\s?(?:only|if|when|about|in|for|of|to|that|than|except)\b|^[^.!?;\n]{0,80}\b(?:but|yet|though|although|however)\b|^[^。;\n]{0,40}(?:但|不过|只是|然而)/i;
const LONGEST_TAKEN_BACK = 96;

/** "Also, C is correct", "C is also correct", C也对: a further answer, where one was stated before. */
export function* furtherAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const { 0: words, index } of text.matchAll(RIGHT_TOO)) {
    const listed = listedBefore(text, index, question);
    if (listed === undefined || isExcepted(text, listed.at)) continue;
    const end = index + words.length;
    if (TAKEN_BACK.test(text.slice(end, end + LONGEST_TAKEN_BACK))) continue;
    const isSaidToo = /as well|too$/i.test(words) || isFurther(text, listed.at, index);
    if (isSaidToo && !isRuledOut(text, listed.at, index, question.asksForWrong))
      yield { at: listed.at, end, letters: listed.letters };
  }
}
