import type { ChoiceQuestion, Statement } from './extraction.ts';
import { lettersAt } from './letters.ts';
import { isRuledOut } from './negation.ts';

const CUE =
  /(?:^|[\s,;:.])(?:(?:(?:that|which|this|it)\s)?leav(?:es|ing)(?:\s(?:only|just|us with|me with))?|(?:so|hence|thus|therefore),?|(?<=(?:^|[.!?]\s|\n)\s{0,2})(?:only|just)|(?:it|that|this|it would|that would|it must|it should)(?:'s|\sis|\sbe|\shas to be)(?:\s(?:clearly|definitely|probably|likely|therefore))?|(?:definitely|certainly|clearly|probably|perhaps|maybe|presumably|surely|obviously|most likely)|(?:(?:which|that|this)\s)?(?:makes|making)\s(?:it|the answer))(?=[\s([*"'])|(?:我认为|我觉得|我想|应该|应当|大概率?|多半|很可能|倾向于?)(?:答案)?[是为选]?|(?:所以|因此|故|可见|那么|就|正)[是为]|[只仅就]?剩下?的?(?:只有|只是|是)?|(?<=^|[.!?]\s|\n)(?:assuming|under|given|as|by|with|on|considering|based on)\s(?:(?!\b[A-Z]\b)[^.,;:!?\n]){3,80},|(?<=^|[.!?]\s|\n)not (?:[A-Z], ){0,20}[A-Z],? (?:or|and|nor) [A-Z][;:]|(?<=^|[.!?]\s|\n)(?:best|correct|right|final) (?:answer|option|choice)\?/gi;
/** A setting: "Under these facts, B. Under others, C." has no answer. */
const SETTING = /^(?:assuming|under|given|as|by|with|on|considering|based)\b/i;
/** The letter ends its phrase: "It is C." but not "It is C that binds". */
const ENDS =
  /^[)\]*_"'”]{0,4}\s{0,2}(?:[.,;!。]|\n|$|[\u2600-\u27BF\uD83C-\uD83E]|because\b|since\b|not\b|因为)/;

/** "It is C.", "Definitely C.", "Under these facts, C.", "Not A or B; C.", 我认为是C。 The last one that ends within `reach` characters counts. */
export function* namedAnswers(
  text: string,
  question: ChoiceQuestion,
  reach = Number.POSITIVE_INFINITY,
): Iterable<Statement> {
  let last: Statement | undefined;
  for (const match of text.matchAll(CUE)) {
    const found = lettersAt(text, match.index + match[0].length, question);
    if (found === undefined || found.end > reach) continue;
    // A part of "maybe B, maybe C".
    if (last?.letters === '' && found.at < last.end) continue;
    if (!ENDS.test(text.slice(found.end, found.end + 24))) continue;
    // "so (E" breaks off: "is wrong" may follow.
    if (found.end === text.trimEnd().length && /[([]/.test(text[found.at - 1] ?? '')) continue;
    if (last !== undefined && last.letters !== found.letters && SETTING.test(match[0])) return;
    if (!isRuledOut(text, match.index, found.end, question.asksForWrong)) last = found;
  }
  if (last !== undefined && last.letters !== '') yield last;
}

/** Words that say what an option is, before its letter: "the most likely diagnosis is (C)", 不属于该病表现的是E. */
const SAYS_WHAT =
  /(?:的(?:[\u4E00-\u9FFF]{0,7}[^型素级期组类度\s])?|除外|例外)(?:应该|应当|应)?[是为]:?|\b(?:most|best|next|first|preferred|appropriate|likely|drug of choice)\b[^.\n]{0,60}?\b(?:is|would be)(?=\s[(*[])/gi;
/** They say that it is wrong. */
const SAID_WRONG = /错|误|不|除外|例外|无关|\b(?:not|wrong|incorrect|false|except|least)\b/i;
/** How far back their sentence is read, in characters. */
const SENTENCE_REACH = 40;
const SENTENCE = /[^。.\n,;]*$/;
/** The letter ends its sentence. */
const ENDS_SENTENCE = /^[)\]*_"'”]{0,4}(?:选?项)?[)\]*_"'”]{0,4}\s{0,2}(?:[.。;!]|\n|$)/;

/**
 * The option in the last sentence that says what it is: 首选的治疗药物是D, "the best next step is (B)". One that is said to be
 * wrong counts unless the question is known to ask for what is right.
 */
export function* theOne(text: string, question: ChoiceQuestion): Iterable<Statement> {
  let last: Statement | undefined;
  for (const { 0: cue, index } of text.matchAll(SAYS_WHAT)) {
    const found = lettersAt(text, index + cue.length, question);
    if (found === undefined || !ENDS_SENTENCE.test(text.slice(found.end, found.end + 16))) continue;
    const sentence =
      SENTENCE.exec(text.slice(Math.max(0, index - SENTENCE_REACH), index))![0] + cue;
    if (question.asksForWrong === false && SAID_WRONG.test(sentence)) continue;
    if (!isRuledOut(text, index, found.end, question.asksForWrong)) last = found;
  }
  if (last !== undefined && last.letters !== '') yield last;
}
