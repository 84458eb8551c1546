import { type ChoiceQuestion, letterOf, type Statement, sortedLetters } from './extraction.ts';
import { lettersAt } from './letters.ts';
import { isExcepted, listedBefore } from './listed-before.ts';

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
