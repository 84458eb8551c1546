import {
  type ChoiceQuestion,
  type Extraction,
  type Statement,
  sortedLetters,
} from './extraction.ts';
import { sentenceOf } from './negation.ts';

/** A statement, and the rule that found it. */
export interface ClearStatement extends Statement {
  readonly rule: string;
}

/**
 * What stands between two statements that say different things where nothing is said between them: marks and the words
 * that announce an answer, but none that reason or correct.
 */
const NOTHING_SAID =
  /^(?:[\s\p{P}\p{S}]|(?:the|my|our|final|correct|best|answers?|options?|choice|is|select|choose|boxed|text)(?![a-z])|最终|正确|最佳|答案|选项|是|为){0,60}$/iu;
const LONGEST_NOTHING = 120;
/** Words that correct a statement, or lead from it to another. Without one of them two letters contradict each other. */
const CORRECTS =
  /\b(?:but|however|wait|hold on|oops|actually|in fact|correct(?:ion|ly|ed)?|incorrect|wrong|instead|rather|final(?:ly)?|therefore|thus|so|hence|overall|conclu\w{1,8}|since|because|closest|best|most|more|re-?(?:consider|check|examin|read|think|vis|comput|calculat)\w{0,5}|updated?|chang(?:ed?|ing)|amended|second|check(?:ed|ing)|upon|reflection|scratch|sorry|edit|mistake|misread|slip|typo|error|though|although|now|not?|isn't)\b|[但不更改应故误错终定修订复核]|然而|因此|所以|综上|重新|实际|其实|等等|等一下/i;

/** Before a letter: another one replaced it. "My initial answer: A", "Before checking: A", 初步答案是A. */
const EARLIER = new RegExp(
  [
    String.raw`\b(?:initial|first|original|draft|preliminary|tentative|provisional|previous|earlier|prior|old)\s(?:[a-z]{1,12}\s)?(?:answer|choice|pick|guess|response|selection|attempt|pass|thought|impression|instinct|version|try|conclusion)\b[^.;\n]{0,24}$`,
    String.raw`(?:^|[\s(*])(?:initial(?:ly)?|original(?:ly)?|preliminary|tentative|draft|at first|previously|before\s(?:[a-z-]{2,14}\s?){1,3})[*_]{0,3}\s?[:,][^.;\n]{0,24}$`,
    String.raw`(?:初步|最初|起初|原先|原来|原本|一开始|先前|之前|此前|初次|第一次|初稿|草稿|原)的?(?:我的?)?(?:正确)?(?:答案|选择|判断|结论|选项|想法|结果|作答|回答)?(?:应该?|就)?(?:选择?|写的?|填的?|是|为){0,2}[)\s:]{0,3}$`,
  ].join('|'),
  'i',
);
/** So far before a letter its sentence is read, and behind it. */
const REACH = { before: 64, after: 32 };
/** At the begin of a clause: its letter is a further one. "Also, C is correct", "Another answer is C", 另外C也对. */
const JOINS =
  /(?:^|[,;:]\s?|\b(?:and|but)\s)\s{0,2}(?:also|additionally|besides|furthermore|moreover|in addition|likewise|similarly|equally|another|the (?:second|other)|另外|此外|同时|另一个?|还有)(?![a-z])/i;
/** The same behind the letter: "C is also correct", C也对. */
const JOINS_AFTER =
  /^[)\]*_"'”]{0,4}\s?(?:(?:选?项)?(?:也|同样|亦)|,?\s?(?:as well|too)\b|(?:is|are|would|could|can)\s(?:also|equally|likewise)\b)/i;
/** In the sentence of such a word: it corrects. */
const TURNS =
  /\b(?:wait|actually|instead|rather|therefore|thus|so|hence|since|because|not|wrong|incorrect)\b|[不改应故误错]|所以|因此/i;

/** Whether the letters text[at .. end) are said to be further ones, beside those that were stated before. */
export function isFurther(text: string, at: number, end: number): boolean {
  const before = sentenceBefore(text, at);
  if (JOINS.test(before) && !TURNS.test(before)) return true;
  return JOINS_AFTER.test(text.slice(end, end + REACH.after));
}

function sentenceBefore(text: string, at: number): string {
  return sentenceOf(text.slice(Math.max(0, at - REACH.before), at));
}

/**
 * The last statement decides, as it comes after the reasoning, unless it is called an earlier answer. If it joins the one before,
 * or nothing is said between them, or another letter follows without a word that corrects, it corrects nothing: a single choice
 * has no answer then. Of a multiple choice both count in the first two cases.
 * @param statements in the order of the text
 */
export function lastStatement(
  text: string,
  { type }: ChoiceQuestion,
  statements: readonly ClearStatement[],
): Extraction | undefined {
  const isEarlier = ({ at }: Statement) => EARLIER.test(sentenceBefore(text, at));
  const later = statements.filter((found) => !isEarlier(found));
  let last: ClearStatement | undefined;
  let isContradicted = false;
  for (const found of later.length === 0 ? statements : later) {
    if (last === undefined) {
      if (found.rule !== 'further') last = found;
      continue;
    }
    // Of two rules at one place the first one is named; another may find a part of letters that are left open.
    if (found.at <= (last.letters === '' ? last.end : last.at)) continue;
    const relation = relationOf(text, last, found);
    const isOther =
      last.letters === ''
        ? last.among?.includes(found.letters) === false
        : found.letters !== last.letters;
    isContradicted = isOther ? relation !== 'later' : isContradicted && relation === 'silent';
    const areOne = last.letters.length === 1 && found.letters.length === 1;
    const isMore = relation === 'joined' || (relation === 'silent' && areOne);
    last =
      type === 'multiple' && isOther && isMore
        ? { ...found, letters: sortedLetters(last.letters + found.letters) }
        : found;
  }
  if (last === undefined) return undefined;
  const isOpen = last.letters === '' || (type === 'single' && isContradicted);
  if (isOpen) return { extracted: null, rule: last.rule, reason: 'none' };
  return { extracted: last.letters, rule: last.rule, reason: null };
}

/** How a statement stands to the one before. */
function relationOf(
  text: string,
  last: ClearStatement,
  found: ClearStatement,
): 'joined' | 'silent' | 'unexplained' | 'later' {
  const between = text.slice(last.end, found.at);
  if (isFurther(text, found.at, found.end) || found.rule === 'further') return 'joined';
  if (between !== '' && between.length <= LONGEST_NOTHING && NOTHING_SAID.test(between))
    return 'silent';
  const areLetters = isLetter(text, last) && isLetter(text, found);
  return areLetters && !CORRECTS.test(between) ? 'unexplained' : 'later';
}

/** Whether a statement gives a capital letter, and not an option's text or the number (a) of a part. */
function isLetter(text: string, { at, letters }: Statement): boolean {
  return text[at] === letters[0] && !/[A-Za-z0-9]/.test(text[at + 1] ?? '');
}
