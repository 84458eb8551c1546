import { type ChoiceQuestion, letterOf, type Statement } from './extraction.ts';
import { comparableOptions, optionAt } from './options.ts';

const RIGHT = 'true|correct|right|yes|正确|对|[✓✔√☑✅]';
const WRONG = 'false|incorrect|not correct|wrong|no|错误|不正确|不对|错|[✗✘×❌]';
const VERDICT = String.raw`(?:(${RIGHT})|${WRONG})\uFE0F?`;
/** Where what is said of an option begins. */
const LABEL =
  /(?<=^|[\n;,|✓✔√☑✅✗✘×❌]|\uFE0F|[.。]\s)[\s>*_#(|-]{0,8}(?:[Oo]ption\s|选项)?([A-Z])(?![A-Za-z0-9])/g;
/** Right behind the label, or behind the text of its option: "no, it is too slow". */
const FIRST = new RegExp(
  String.raw`^[\s.、:,|)\]】}*_"'”=→>(–—-]{0,12}(?:is\s|是)?${VERDICT}(?=[*_)|]{0,3}\s{0,2}(?:$|[.,;:!|。、(\n]|[–—-]\s|because\b|since\b|as\b|因为))`,
  'i',
);
/** At the end of what is said of an option: "It rusts. (correct)". */
const LAST = new RegExp(
  String.raw`(?:[-–—:|(=→]|[.。]\s|(?=[✓✔√☑✅✗✘×❌]))[\s*_]{0,4}${VERDICT}[\s.,;。*_)|]{0,6}$`,
  'i',
);
/** Where the options are called true and false themselves, a list of them says nothing about them. */
const IS_VERDICT = new RegExp(`^(?:${VERDICT})$`);
const LONGEST_SAID = 600;
const BEFORE_TEXT = /^[\s.、:,|)\]】}*_"'”=→>(–—-]{0,12}/;

/**
 * The options that a list marks right which gives a verdict on every option: "A. wrong; B. right; …", "A ✗ B ✓", with their texts or
 * without. Of a single choice one alone. Where the wrong one is asked for, those that it marks wrong.
 */
export function* listedVerdicts(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const options = comparableOptions(question);
  const areKnown = options.length > 0 || question.options > 2;
  if (!areKnown || options.some((option) => IS_VERDICT.test(option.text))) return;
  const wanted = question.asksForWrong !== true;
  const verdicts = labelledParts(text, question).map((said, k) => verdictOf(said, k, question));
  if (verdicts.length === 0 || verdicts.includes(undefined)) return;
  const letters = verdicts
    .flatMap((isRight, k) => (isRight === wanted ? letterOf(k) : []))
    .join('');
  const isOpen = question.type === 'single' && letters.length > 1;
  yield { at: 0, end: text.length, letters: isOpen ? '' : letters };
}

/** What the last list of all options says of each, behind its label; nothing if there is no such list. */
function labelledParts(text: string, { options }: ChoiceQuestion): string[] {
  let parts: string[] = [];
  let list: RegExpExecArray[] = [];
  for (const label of text.matchAll(LABEL)) {
    if (label[1] === 'A') list = [];
    if (label[1] !== letterOf(list.length) || list.length === options) continue;
    list.push(label);
    if (list.length === options) parts = list.map((one, k) => partOf(text, one, list[k + 1]));
  }
  return parts;
}

function partOf(text: string, { 0: words, index }: RegExpExecArray, next?: RegExpExecArray) {
  const part = text
    .slice(index + words.length, next?.index)
    .slice(0, LONGEST_SAID)
    .trimStart();
  return next === undefined ? part.split('\n', 1)[0] : part;
}

/** Whether an option is said to be right. */
function verdictOf(said: string, k: number, question: ChoiceQuestion): boolean | undefined {
  const at = BEFORE_TEXT.exec(said)![0].length;
  const own = optionAt(said, at, question);
  const behind = own?.letter === letterOf(k) ? said.slice(at + own.text.length) : said;
  const verdict = FIRST.exec(behind) ?? LAST.exec(behind);
  return verdict === null ? undefined : verdict[1] !== undefined;
}
