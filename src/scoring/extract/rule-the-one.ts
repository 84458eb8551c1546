import type { ChoiceQuestion, Statement } from './extraction.ts';
import { lettersAt } from './letters.ts';
import { isRuledOut } from './negation.ts';

/** Words that say what an option is, before its letter: "the most likely diagnosis is (C)", 不属于该病表现的是E. */
const CUE =
  /(?:的(?:[\u4E00-\u9FFF]{0,7}[^型素级期组类度\s])?|除外|例外)(?:应该|应当|应)?[是为]:?|\b(?:most|best|next|first|preferred|appropriate|likely|drug of choice)\b[^.\n]{0,60}?\b(?:is|would be)(?=\s[(*[])/gi;
/** They say that it is wrong. */
const WRONG = /错|误|不|除外|例外|无关|\b(?:not|wrong|incorrect|false|except|least)\b/i;
/** How far back their sentence is read, in characters. */
const REACH = 40;
const SENTENCE = /[^。.\n,;]*$/;
/** The letter ends its sentence. */
const ENDS = /^[)\]*_"'”]{0,4}(?:选?项)?[)\]*_"'”]{0,4}\s{0,2}(?:[.。;!]|\n|$)/;

/**
 * The option in the last sentence that says what it is: 首选的治疗药物是D, "the best next step is (B)". One that is said to be
 * wrong counts unless the question is known to ask for what is right.
 */
export function* theOne(text: string, question: ChoiceQuestion): Iterable<Statement> {
  let last: Statement | undefined;
  for (const { 0: cue, index } of text.matchAll(CUE)) {
    const found = lettersAt(text, index + cue.length, question);
    if (found === undefined || !ENDS.test(text.slice(found.end, found.end + 16))) continue;
    const sentence = SENTENCE.exec(text.slice(Math.max(0, index - REACH), index))![0] + cue;
    if (question.asksForWrong === false && WRONG.test(sentence)) continue;
    if (!isRuledOut(text, index, found.end, question.asksForWrong)) last = found;
  }
  if (last !== undefined && last.letters !== '') yield last;
}
