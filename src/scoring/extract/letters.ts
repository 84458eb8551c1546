import { type ChoiceQuestion, letterOf, type Statement, sortedLetters } from './extraction.ts';
import { optionAt } from './options.ts';

/*
 * Every repetition in these expressions is bounded, and each is tried at one place only (`y`), so that reading letters
 * takes the same bounded time wherever it is tried.
 */

/** What may stand before a letter: spaces, brackets, quotes, emphasis, LaTeX, the word "option". */
const OPENING =
  /(?:\s|<(?:b|strong|i|em|u|code)>|[*_`"'“‘「『《([{【$<>:#]|-\s|\\[([]|[→⇒➡✅✔☑•]\uFE0F?|👉|\\(?:text(?:bf|it|rm)?|math(?:bf|rm)|boxed|bf|rm)\s?|(?:the\s)?(?:options?|opción|choices?|letters?)(?=[\s([*_:"'])|选项){0,16}/iy;
const CLOSING = /(?:<\/(?:b|strong|i|em|u|code)>|\\[)\]]|[)\]}】*_`"'”’」』》>$]){0,6}/y;
/** A letter, or several without a gap. */
const RUN = /[A-Z]{1,26}(?![A-Za-z0-9^%=°]|\(\d|\+(?!\s?[A-Z](?![A-Za-z]))|_(?!_|[\s.,;)]|$))/y;
/** Not (i), the first of (i), (ii), (iii). */
const SMALL = /[a-hj-z](?=[)\]}】*`"'”’」』]|[.,;。]?\s{0,2}(?:$|\n))/y;
const AND =
  /(?:选?项)?[ \t]{0,2}(?:\.\s?also(?=[\s(*])|[,、&+;|][ \t]{0,2}(?:(?:and\s)?(?:also|then|finally)\s|and\s|as well as\s|plus\s|还有|以及|和|与|及)?|(?:,[ \t]?)?(?:and\s)?then(?=[\s(*])|and,\s(?:[a-z]{1,14}\s?){1,3},(?=\s[([*]{0,3}[A-Z](?![A-Za-z]))|and(?:\salso)?(?=[\s(*])|(?:und|et|y|e)(?=\s[([*]{0,3}[A-Z](?![A-Za-z]))|as well as(?=[\s(*])|plus(?=\s)|还有|以及|和|与|及|并)[ \t]{0,2}/iy;
const BOTH = /(?:both|first)(?=[\s(*])/iy;
const EITHER = /either(?=[\s(*])/iy;
const OR =
  /[ \t]{0,2}(?:,[ \t]?)?(?:(?:and\/)?or(?=[\s(*])|(?:oder|oppure|ou|o)(?=\s[([*]{0,3}[A-Z](?![A-Za-z]))|或者|或|\/)[ \t]{0,2}/iy;
/** From the first letter of a range, "A-C", to its last. */
const RANGE =
  /[)*_]{0,3}(?:[ \t]?[-–—~至到][ \t]?|\s(?:to|through)\s)[(*_]{0,3}([A-Z])(?![A-Za-z0-9])/y;
/** Letters joined by dots, "A.B.D". */
const DOTTED = /(?:\.[A-Z]){1,25}(?![A-Za-z0-9^%+=°_(])/y;
/** With blanks behind the dots, "A. B. D". They must end their line: a new sentence may begin with a letter. */
const SPACED =
  /(?:\.[ \t]{0,2}[A-Z]){1,25}(?=[.。]?[)\]}】*_`"'”’」』》>$]{0,6}[.。]?[ \t]{0,4}(?:\n|$))/y;
/** What follows letters that are to be chosen from: A、B、C之一, A/B中的某一项. */
const TO_CHOOSE_FROM =
  /[)\]】*_"'”]{0,4}\s?[两二三四五六几]?[个项]?(?:选项)?(?:之[一中]|其中|中的?(?:某|任|一|哪|其中)|里的?(?:某|任|一|哪))/y;
/** What leaves the letter before it open, where another follows: "A (or B)", "A; alternatively B", 可能是A,也可能是B. */
const LEAVES_OPEN =
  /[)\]】*_"'”]{0,4}(?:\s?[(;]\s?or\b|[\s,;(]{0,3}(?:or\s|and\s)?(?:possibly|perhaps|maybe|alternatively|potentially|otherwise|if not,? then|else)\b(?:\s(?:also|even)\b)?|[\s,;(]{0,3}(?:或者?|还|又|也){0,2}(?:有可能|可能|或许|也许|否则|还是)(?:答案|正确|也){0,2}[是为选]?|[,;]\s?或者?)[\s,:]{0,3}/iy;
const GAP = /[ \t]?\/[ \t]?|[ \t]{1,2}|(?<=\))(?=\([A-Z]\))/y;
const AND_OR_END =
  /(?:[ \t]{0,2}\/|[ \t]{1,2}[A-Z](?![A-Za-z0-9])|\s{0,2}$|\s{0,2}[\n.,、&+;:。)\]}】*_`"'”’」』|!]|选?项|\s\((?![A-Z]\))|\s(?:and|or|und|oder|et|ou|y|then|are|sind|sont|son|both|because|since|but|while|whereas|with|except|only)\b|(?![A-Za-z0-9])[^\s\-/(])/y;

const BEFORE_OWN_TEXT = /[)\]】*_]{0,4}\s?[.:、,–—(-]?\s?[*_"“]{0,2}/y;
const LETTER_IN_BRACKETS = /[*_"”]{0,3}\s?\([A-Z]\)/y;
const BRACKET = /[)\]】*_]{0,4}\s?\((?![A-Z]\))[^()\n]{1,80}\)/y;

const LONGEST_LABELLED = 400;
/** What is said of a letter that stands after a comma, and of none before it: "A、B,C不对", "A, B, C is wrong". */
const CALLED_WRONG =
  /[)\]】*_]{0,4}\s?(?:(?:选?项)?[是为]?(?:不正确|不对|不选|错|有误)|is\s(?:not|wrong|incorrect|false)|isn't)/y;

/** A letter before one of these begins a term or a name: B超, C反应蛋白, A型, D-二聚体, B细胞, A公司, A股. */
const CJK_TERM =
  /公司|银行|企业|集团|股(?![东权])|国(?![家有])|市(?!场)|[型族超细反二淋受链球类组期级波试蛋脂胺段粒带功期区]/y;
/** What may follow several letters without a gap in Chinese: 答案是ABD四项, but not ACE抑制剂. */
const CJK_AFTER_RUN = /[项选是为和与及或均都两三四五皆正符这因由故其而因的。、]/y;
const TERM =
  /\s(?:cells?|lymphocytes?|virus|waves?|major|minor|sharp|flat)\b|\.\s?(?:coli|difficile|perfringens|tetani|botulinum|elegans|albicans|faecalis|histolytica)\b/iy;
const HYPHENATED = /-(?=[A-Za-z0-9\u4E00-\u9FFF])/y;
const SMALL_WORD = /[ \t]+[a-z]/y;
/** Words that follow the letter A but never the article; the pronoun I takes fewer. */
const AFTER_A =
  /[ \t]{1,4}(?:because|since|as|is|are|and|or|but|for|which|that|after\sall|et|y|e|und|o|ou|oder|due|given|by|from|with|if|in|based|according|while|when|the|not|would|will|has)\b/y;
const AFTER_I = /[ \t]{1,4}(?:because|since|as|is|and|or|for|which|due|based|according)\b/y;
const OPENERS = '([{【*"\'“‘`「『《_';
const CLOSERS = ')]}】*"\'”’`」』》_';

function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

/** True where brackets, quotes or emphasis enclose exactly text[at .. end). */
export function isMarked(text: string, at: number, end: number): boolean {
  return (
    at > 0 && end < text.length && OPENERS.includes(text[at - 1]) && CLOSERS.includes(text[end])
  );
}

/** True if the letter or letters text[at .. end) are not the beginning of a word, a term or a sentence. */
export function standsAlone(text: string, at: number, end: number): boolean {
  if (isMarked(text, at, end)) return true;
  const letters = text.slice(at, end);
  // The apostrophe of "A's".
  if (/['’]/.test(text[end] ?? '') && /[a-z]/.test(text[end + 1] ?? '')) return false;
  if (matchAt(CJK_TERM, text, end) !== undefined) return false;
  if (matchAt(HYPHENATED, text, end) !== undefined) return false;
  if (matchAt(TERM, text, end) !== undefined) return false;
  const beforeWord = matchAt(SMALL_WORD, text, end) !== undefined;
  if (letters.length > 1) {
    if (/[\u4E00-\u9FFF]/.test(text[end] ?? ''))
      return matchAt(CJK_AFTER_RUN, text, end) !== undefined;
    return !beforeWord || matchAt(AFTER_A, text, end) !== undefined;
  }
  if (letters === 'A') return !beforeWord || matchAt(AFTER_A, text, end) !== undefined;
  if (letters === 'I') return !beforeWord || matchAt(AFTER_I, text, end) !== undefined;
  return true;
}

/** Where the first letter after brackets, quotes, emphasis and the word "option" would stand. */
export function skipOpening(text: string, at: number): number {
  return at + (matchAt(OPENING, text, at)?.length ?? 0);
}

/** As `skipOpening`, for what stands after a letter. */
export function skipClosing(text: string, at: number): number {
  return at + (matchAt(CLOSING, text, at)?.length ?? 0);
}

/**
 * Reads the letter or letters at a place where an answer is expected: `B`, `(B)`, `**B**`, `\text{B}`, `ABD`,
 * `A, B and D`, `A、B、D`, `A.B.D`. Undefined if there is none, or one that the question does not have. Empty if it stays open
 * which: "A or B" of a multiple choice, and several letters for a single one.
 */
export function lettersAt(
  text: string,
  from: number,
  question: ChoiceQuestion,
): Statement | undefined {
  const isMultiple = question.type === 'multiple';
  let at = skipOpening(text, from);
  const either = matchAt(EITHER, text, at);
  const both = isMultiple ? matchAt(BOTH, text, at) : undefined;
  at = skipOpening(text, at + (either ?? both ?? '').length);
  const listed = listAt(text, at, question);
  if (listed === undefined) return undefined;
  const { letters, end, isUndecided } = listed;
  const distinct = sortedLetters(letters);
  if (distinct.at(-1)! > letterOf(question.options - 1)) return undefined;
  const open = leftOpenUntil(text, end, letters, question);
  if (open !== undefined) return { at, end: open, letters: '' };
  // A word such as DEAD, or the answers to several questions: no enumeration of options.
  if (distinct.length < letters.length) return undefined;
  if (distinct.length === 1) return { at, end, letters: distinct };
  // The options to choose from, as a prompt names them: "Your answer should be A, B, C or D", 答案是A、B中的一个.
  const areMost = !isMultiple && distinct.length > (isUndecided ? 2 : question.options - 1);
  if (areMost || matchAt(TO_CHOOSE_FROM, text, end) !== undefined) return undefined;
  return { at, end, letters: isMultiple && !isUndecided ? distinct : '', among: distinct };
}

/** The letters that are listed from `at` on, in their order, and whether "or" stands between two of them. */
function listAt(text: string, at: number, question: ChoiceQuestion) {
  const run = matchAt(RUN, text, at) ?? matchAt(SMALL, text, at);
  if (run === undefined) return undefined;
  let end = at + run.length;
  const range = run.length === 1 ? rangeAt(text, at) : undefined;
  if (range !== undefined) return { ...range, isUndecided: false };
  const hasText = () => ownTextEnd(text, end, run, question) !== undefined;
  if (!standsAlone(text, at, end) && !hasText()) return undefined;
  const letters = [...run.toUpperCase()];
  let isUndecided = false;
  const dotted = dottedAt(text, end, question);
  letters.push(...dotted.replaceAll(/[^A-Z]/g, ''));
  end += dotted.length;
  if (question.type === 'multiple') letters.push(...labelledAfter(text, end));
  while (dotted === '' && letters.length <= question.options) {
    const own = ownTextEnd(text, end, letters.at(-1)!, question);
    const next =
      nextLetter(text, skipClosing(text, end), question) ??
      (own === undefined ? undefined : nextLetter(text, own, question, true));
    if (next === undefined) break;
    letters.push(next.letter);
    isUndecided ||= next.isAlternative;
    end = next.end;
  }
  return { letters, end, isUndecided };
}

/** Where the letter ends that follows as another possible answer; undefined if none does. */
function leftOpenUntil(
  text: string,
  end: number,
  letters: readonly string[],
  { type, options }: ChoiceQuestion,
): number | undefined {
  const words = matchAt(LEAVES_OPEN, text, end);
  if (words === undefined) return undefined;
  const at = skipOpening(text, end + words.length);
  const other = matchAt(RUN, text, at) ?? '';
  const until = at + other.length;
  const areOptions = [...other].every((letter) => letter <= letterOf(options - 1));
  const isOther = other !== '' && (type === 'multiple' || other !== letters.join(''));
  return isOther && areOptions && standsAlone(text, at, until) ? until : undefined;
}

/** Where the text of its option ends that stands behind a letter: "B. iron", "B (iron)", B铁; or else some text in brackets. */
export function ownTextEnd(
  text: string,
  end: number,
  letter: string,
  question: ChoiceQuestion,
): number | undefined {
  const at = end + (matchAt(BEFORE_OWN_TEXT, text, end)?.length ?? 0);
  const own = optionAt(text, at, question);
  if (own?.letter === letter) return skipClosing(text, at + own.text.length);
  const bracket = matchAt(BRACKET, text, end);
  return bracket === undefined ? undefined : end + bracket.length;
}

/**
 * What joins more letters to the one that ends at `end` by dots. Nothing where they are the text of
 * its option, "A. B", no enumeration of options, A.D.H.D, or the beginning of a word.
 */
function dottedAt(
  text: string,
  end: number,
  { type, options, optionTexts }: ChoiceQuestion,
): string {
  const spaced = type === 'multiple' ? matchAt(SPACED, text, end) : undefined;
  const dotted = matchAt(DOTTED, text, end) ?? spaced ?? '';
  if (dotted === '') return '';
  const first = text[end - 1];
  const letters = [first, ...dotted.replaceAll(/[^A-Z]/g, '')];
  const isText = dotted.slice(1).trim() === optionTexts?.[first.charCodeAt(0) - 65]?.trim();
  const areOptions =
    new Set(letters).size === letters.length &&
    letters.every((letter) => letter <= letterOf(options - 1));
  const last = end + dotted.length;
  return areOptions && !isText && standsAlone(text, last - 1, last) ? dotted : '';
}

/** The letters of "A) one and C) three", "A - one, C - three" behind the first: each with its bracket, on the same line. */
function labelledAfter(text: string, end: number): string[] {
  const line = text.slice(end, end + LONGEST_LABELLED).split('\n', 1)[0];
  const mark = /^(?:\)|\s?[-–—:])(?=\s)/.exec(line)?.[0];
  if (mark === undefined) return [];
  return [...line.matchAll(/(?:,|;|\band\b|和|与|及|、)\s?([A-Z])(\)|\s?[-–—:])(?=\s)/g)].flatMap(
    ([, letter, own]) => (own === mark ? [letter] : []),
  );
}

/** One more letter of an enumeration: it must be followed by the rest of the enumeration, its own text or the end of a phrase. */
function nextLetter(
  text: string,
  from: number,
  question: ChoiceQuestion,
  isBehindText = false,
): { letter: string; end: number; isAlternative: boolean } | undefined {
  const separator = separatorAt(text, from, isBehindText || question.type === 'multiple');
  if (separator === undefined) return undefined;
  const at = skipOpening(text, from + separator.words.length);
  const letter = matchAt(RUN, text, at);
  if (letter?.length !== 1 || text.slice(from, at).includes('\n')) return undefined;
  const end = at + 1;
  const own = ownTextEnd(text, end, letter, question);
  if (own === undefined && (separator.isGap ? isBehindText : !standsAlone(text, at, end)))
    return undefined;
  if (separator.words.includes(',') && matchAt(CALLED_WRONG, text, own ?? end) !== undefined)
    return undefined;
  const isEnd = own !== undefined || isMarked(text, at, end);
  if (!isEnd && matchAt(AND_OR_END, text, end) === undefined) return undefined;
  return { letter, end, isAlternative: separator.isOr };
}

/** What separates two letters or options of an enumeration. */
function separatorAt(text: string, from: number, mayBeGap: boolean) {
  // A slash between the letters of a multiple choice enumerates; elsewhere it offers alternatives.
  const gap = mayBeGap ? matchAt(GAP, text, from) : undefined;
  const or = gap?.includes('/') ? undefined : matchAt(OR, text, from);
  const and = or ?? matchAt(AND, text, from);
  const words = and ?? gap;
  if (words === undefined) return undefined;
  return { words, isOr: or !== undefined, isGap: and === undefined };
}

/** Where the next text of an enumeration would begin behind the one that ends at `end`, and its letter in brackets. */
export function afterSeparator(text: string, end: number, question: ChoiceQuestion) {
  const from = end + (matchAt(LETTER_IN_BRACKETS, text, end)?.length ?? 0);
  const separator = separatorAt(text, from, question.type === 'multiple');
  if (separator === undefined) return undefined;
  return { at: skipOpening(text, from + separator.words.length), isOr: separator.isOr };
}

/** The letters of "A-C" or A至C, where a phrase ends behind it. */
function rangeAt(text: string, at: number): { letters: string[]; end: number } | undefined {
  RANGE.lastIndex = at + 1;
  const match = RANGE.exec(text);
  if (match === null) return undefined;
  const end = RANGE.lastIndex;
  const first = text.charCodeAt(at) - 65;
  const count = match[1].charCodeAt(0) - 64 - first;
  if (count < 2 || matchAt(AND_OR_END, text, end) === undefined) return undefined;
  return { letters: Array.from({ length: count }, (_, k) => letterOf(first + k)), end };
}
