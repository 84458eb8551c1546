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
