import { type ChoiceQuestion, letterOf, type Statement, sortedLetters } from './extraction.ts';
import { lettersAt } from './letters.ts';
import { isExcepted, listedBefore } from './mentions.ts';
import { comparableOptions, optionAt } from './options.ts';

const CORRECT =
  /\s(?:(?:both|all)\s)?(?:appl(?:y|ies)|holds?(?:\strue)?)(?=\s{0,2}(?:[.,;!]|$))|\s(?:ist|sind|es|son|est|sont|è|sono|é|são)\s(?:richtig|korrekt|correct[ao]s?|correctes?|corrett[ae]|corret[ao]s?|justes?|exactes?)(?![a-zà-ü])|\s(?:is|are|must be|should be)\s(?:clearly\s|the most\s|most\s|therefore\s|also\s|all\s|both\s)?(?:correct|right|true|accurate)\b|(?:[两二三四五六]?选?项)?的?(?:说法|描述|表述|叙述|陈述|观点)?(?:是|为|均|都|才|也){0,2}(?:正确|成立|当选|可取|站得住脚|对的|对(?=\s{0,2}(?:[,;。.A-Z]|$))|符合题意)|(?:\s?[:|]\s?|\s[-–—]\s)\*{0,2}(?:(?:true|correct|yes|right)\b|正确)(?=[*_]{0,2}\s{0,2}(?:[.,;|。\n]|[-–—]\s|$))|\s?[✓✔√☑✅]/gi;

/** Before the letter: "if you think that A is right". */
const SUPPOSED =
  /\b(?:if|when|whether|unless)\s(?:you\s(?:[a-z]{2,10}\s){1,2})?(?:that\s)?(?:options?\s)?[([*"'“]{0,3}$/i;
const LONGEST_SUPPOSED = 56;

/** "Option B is correct", "A、B、D正确", "B项符合题意": of a single choice, where one option alone is called so. */
export function* calledCorrect(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const named: string[] = [];
  let end = 0;
  for (const match of text.matchAll(CORRECT)) {
    const listed = isOfOption(match, question)
      ? undefined
      : listedBefore(text, match.index, question);
    if (listed === undefined || isExcepted(text, listed.at)) continue;
    if (
      /\b(?:neither|nor|weder|noch)\s[^.;\n]{0,40}$/i.test(
        text.slice(Math.max(0, listed.at - LONGEST_SUPPOSED), listed.at),
      )
    )
      continue;
    if (SUPPOSED.test(text.slice(Math.max(0, listed.at - LONGEST_SUPPOSED), listed.at))) continue;
    named.push(...listed.letters);
    end = match.index + match[0].length;
  }
  const letters = sortedLetters(named);
  if (letters.length === 1 || (letters !== '' && question.type === 'multiple'))
    yield { at: 0, end, letters };
}

/** Whether an option says it itself, "Consistent when E is true": the letter is a name in it. */
function isOfOption({ 0: words, index, input }: RegExpExecArray, { optionTexts }: ChoiceQuestion) {
  const said = input.slice(Math.max(0, index - 1), index) + words;
  return optionTexts?.some((option) => option.includes(said)) === true;
}

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

/** Said of a letter without a condition, at the end of a clause. */
const ELIMINATED =
  /\s(?:is|are|can be|must be)\s(?:all\s|both\s|clearly\s|also\s)?(?:incorrect|wrong|false|ruled out|eliminated|excluded)(?=\s{0,2}(?:[.,;!]|$|because\b|since\b|as\b))|[两二三四五六]?选?项?(?:的?(?:说法|描述|表述|叙述))?(?:都|均|全|皆|是|为)?(?:错误|不正确|不对|有误|排除|可排除)的?(?=\s{0,2}(?:[.。,;]|$))/g;

/** The one option of a single choice that is left where all others are called wrong, and nothing is said of it. */
export function* leftOver(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.asksForWrong === true || question.type === 'multiple' || question.options < 3)
    return;
  const wrong = new Set<string>();
  for (const { index } of text.matchAll(ELIMINATED)) {
    const listed = listedBefore(text, index, question);
    if (listed === undefined) continue;
    const before = text.slice(Math.max(0, listed.at - LONGEST_SUPPOSED), listed.at);
    if (SUPPOSED.test(before) || isExcepted(text, listed.at)) return;
    for (const letter of listed.letters) wrong.add(letter);
  }
  const all = Array.from({ length: question.options }, (_, k) => letterOf(k));
  const left = all.filter((letter) => !wrong.has(letter));
  if (left.length !== 1 || new RegExp(`(?<![A-Za-z])${left[0]}(?![A-Za-z])`).test(text)) return;
  yield { at: 0, end: text.length, letters: left[0] };
}

const VERDICT_RIGHT = 'true|correct|right|yes|正确|对|[✓✔√☑✅]';
const VERDICT_WRONG = 'false|incorrect|not correct|wrong|no|错误|不正确|不对|错|[✗✘×❌]';
const VERDICT = String.raw`(?:(${VERDICT_RIGHT})|${VERDICT_WRONG})\uFE0F?`;
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

/** A sentence that chooses every option: 全选, 以上全部正确, "All of the above are correct." */
const ALL =
  /(?:^|[\n。.,;:]|答案[是为]?|故|因此|所以|应该?)\s{0,3}(?:选择?)?(?:全选|(?:以上|上述)(?:所有|各)?(?:选项|说法|各?项)?(?:全部|全都|全|都|均|皆)(?:是?正确|[是为]?对的?|符合题意|要?选)|(?:全部|所有)(?:选项|说法|都|均|皆)?(?:都|均|皆)?(?:正确|符合题意|选)|all (?:of the above|(?:the |of the )?(?:options|choices|statements|answers))(?: (?:are|is))?(?: (?:correct|true|right))?)\s{0,2}(?=[。.,;!\n]|$)/i;
/** A sentence that chooses every option but one or some: "All except C", 除了C以外都对. Its letters follow. */
const ALL_BUT =
  /(?:^|[\n。.,;:]\s{0,3})(?:(?:all|everything|every (?:option|one)|all (?:the |of the )?(?:options|statements)|all of (?:these|them))(?: (?:is|are) (?:correct|true|right))? ?,?(?:except|but|apart from|other than)(?: for)?(?: options?)?(?=[\s(])|除了?(?:选项)?(?=\s?[A-Z][^。.\n]{0,12}(?:都|均|全|皆)是?(?:正确|对|可选|要?选|符合)))/i;
/** An option that says so itself is the answer to be read. */
const IS_OPTION = /以上|上述|of the above|all of/i;

/** All options of a multiple choice, or all but those named, where a sentence chooses them together. */
export function* allOptions(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.type !== 'multiple') return;
  const but = ALL_BUT.exec(text);
  const left = but === null ? undefined : lettersAt(text, but.index + but[0].length, question);
  if (left === undefined && !ALL.test(text)) return;
  if (question.optionTexts?.some((option) => IS_OPTION.test(option)) === true) return;
  const all = Array.from({ length: question.options }, (_, k) => letterOf(k));
  const letters = all.filter((letter) => left?.letters.includes(letter) !== true).join('');
  yield { at: 0, end: text.length, letters };
}

/** Where a sentence, or what it concludes, begins. */
const BEGIN = String.raw`(?:^|[.!?。:;\n]\s{0,3}|(?:^|[\s,])(?:so|thus|therefore|hence),?\s|所以|因此|故)`;
const BUT = String.raw`\s(?:but|except|besides|apart from|other than)(?: for)?(?=[\s(*])`;
const EVERY = `(?:everything|every (?:option|choice)|all(?: (?:of )?(?:the )?(?:options|choices|statements|answers))?)`;
const NONE = `(?:nothing|none of (?:them|these|(?:the|these) (?:options|choices|statements|answers))|no (?:other )?(?:option|choice|statement|answer))`;
const IS = String.raw`^[)\]*_"'”]{0,4}\s(?:is|are|can be|must be)\s`;
/** It ends its clause: "wrong in children" says less. */
const END = String.raw`(?=[*_]{0,3}\s{0,2}(?:[.,;!。]|$))`;

/** What stands before the letters, and what after them. */
const SENTENCES = [
  {
    before: new RegExp(`${BEGIN}${EVERY}${BUT}`, 'gi'),
    after: new RegExp(
      `${IS}(?:clearly |definitely )?(?:wrong|incorrect|false|untrue|inaccurate|ruled out|eliminated|excluded|impossible)${END}`,
      'im',
    ),
  },
  {
    before: new RegExp(`${BEGIN}${NONE}${BUT}`, 'gi'),
    after: new RegExp(`${IS}(?:correct|right|true|possible|valid|acceptable)${END}`, 'im'),
  },
  {
    before: new RegExp(String.raw`${BEGIN}\s{0,2}除了?(?=(?:选项)?\s?[A-Z])`, 'gi'),
    after: new RegExp(
      `^(?:选?项)?[以之]?外,?(?:其[他余]|别的|所有)?(?:的?(?:选项|各?项))?(?:都|均|全|皆)(?:是|为)?(?:不正确|错误|错|不对|有误)的?${END}`,
      'm',
    ),
  },
];
const LONGEST_AFTER = 64;

/**
 * The options that are left where a sentence calls all others wrong: "Everything but B is wrong", "None of the options but B is
 * correct", 除了B以外都是错误的. None where two such sentences differ, or the question asks for what is wrong.
 */
export function* allButWrong(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.asksForWrong === true) return;
  const left = SENTENCES.flatMap(({ before, after }) =>
    [...text.matchAll(before)].flatMap(({ 0: words, index }) => {
      const found = lettersAt(text, index + words.length, question);
      const isWhole =
        found !== undefined && after.test(text.slice(found.end, found.end + LONGEST_AFTER));
      return isWhole ? [found] : [];
    }),
  );
  const isOne = new Set(left.map(({ letters }) => letters)).size === 1;
  if (isOne && left[0].letters !== '') yield { ...left[0], at: 0 };
}
