import {
  type ChoiceQuestion,
  type Extraction,
  type ExtractionRule,
  type Statement,
  sortedLetters,
} from './extraction.ts';
import { nextQuestionAt } from './next-question.ts';
import { breaksOff, isRefusal, whyNoAnswer } from './no-answer.ts';
import { allOptions } from './rule-all.ts';
import { boxedAnswers } from './rule-boxed.ts';
import { calledCorrect } from './rule-called-correct.ts';
import { calledWrong } from './rule-called-wrong.ts';
import { concludedAnswers } from './rule-conclusion.ts';
import { jsonAnswers } from './rule-json.ts';
import { endingLines, lineAnswers, onlyLetters } from './rule-line.ts';
import { namedAnswers } from './rule-named.ts';
import { onlyMention } from './rule-only-mention.ts';
import { optionAtEnd, restatedOptions } from './rule-option-text.ts';
import { correctedAnswers, reversedAnswers } from './rule-reversed.ts';
import { statedAnswers } from './rule-statement.ts';
import { theOne } from './rule-the-one.ts';
import { visibleText } from './visible-text.ts';

/** They say that something is the answer. The last such place of a text counts, whichever rule finds it. */
const CLEAR: Readonly<Record<string, ExtractionRule>> = {
  json: jsonAnswers,
  boxed: boxedAnswers,
  statement: statedAnswers,
  reversed: reversedAnswers,
  corrected: correctedAnswers,
};

/** They are asked one after another where nothing is said clearly. */
const WEAKER: Readonly<Record<string, ExtractionRule>> = {
  'called-wrong': calledWrong,
  line: lineAnswers,
  named: namedAnswers,
  'the-one': theOne,
  conclusion: concludedAnswers,
  'called-correct': calledCorrect,
  all: allOptions,
  'option-text': restatedOptions,
  'only-mention': onlyMention,
};

/** Those of them that are asked for the end of a text which may have been cut. */
const OF_THE_END: typeof WEAKER = {
  line: endingLines,
  named: namedAnswers,
  'the-one': theOne,
  'called-correct': calledCorrect,
  'option-text': optionAtEnd,
};

/** The name under which single choices that were answered with several letters are counted. */
const FIRST_OF_SEVERAL = 'first-of-several';

/** A longer text that ends within a sentence may have been cut, where nothing is known of its end. */
const LONGEST_UNENDED = 300;

/** What may follow a statement that ends a text: closing marks of at most this many characters. */
const LONGEST_TAIL = 16;

/**
 * What stands between two statements that say different things where nothing is said between them: marks and the words
 * that announce an answer, but none that reason or correct.
 */
const NOTHING_SAID =
  /^(?:[\s\p{P}\p{S}]|(?:the|my|our|final|correct|best|answers?|options?|choice|is|boxed|text)(?![a-z])|最终|正确|最佳|答案|选项|是|为){0,60}$/iu;
const LONGEST_NOTHING = 120;
/** Words that correct a statement, or lead from it to another. Without one of them two letters contradict each other. */
const CORRECTS =
  /\b(?:but|however|wait|hold on|oops|actually|in fact|correct(?:ion|ly)?|incorrect|wrong|instead|rather|final(?:ly)?|therefore|thus|so|hence|overall|conclu\w{1,8}|since|because|closest|best|most|more|re-?(?:consider|check|examin|read|think)\w{0,4}|upon|second thought|reflection|scratch|sorry|edit|mistake|misread|slip|typo|error|though|although|now|not?|isn't)\b|[但不更改应故误错终]|然而|因此|所以|综上|重新|实际|其实|等等|等一下/i;

/**
 * The answer of an output to a choice question, for any text, in time linear in its length.
 *
 * The last clear statement of the part after the thinking block wins; one that is denied, supposed or asked is none.
 * Two letters for a single choice that contradict each other, without a word that corrects or reasons between them, are no answer. Of several letters for a single choice the first counts, under a rule name of its own; "A or
 * B" of a multiple choice is no answer, whatever was said before. Reading ends where the model begins a next question
 * of its own, or repeats the answers to others. Without a clear statement the weaker rules are asked in their order,
 * unless the output is a refusal. A thinking block that was begun and never ended holds no answer; what stands before it is read
 * as a text that was cut.
 * @param question of 1 to 26 options
 * @param isCut whether the output ended at the limit of tokens: then only a clear statement counts, or a first line that is nothing but
 *   letters. Undefined if it is not known: then of a longer text that ends within a sentence the last line may also say it
 */
export function extractAnswer(
  output: string,
  question: ChoiceQuestion,
  isCut?: boolean,
): Extraction {
  const { text, isThinking } = visibleText(output);
  if (text.trim() === '')
    return { extracted: null, rule: 'none', reason: whyNoAnswer('', isCut || isThinking) };
  const statements = clearStatements(text, question);
  const limit = nextQuestionAt(text, [...statements, ...firstLine(text, question)], question);
  const own = statements.filter((found) => found.at <= limit);
  const last = lastStatement(text, question, own);
  if (last !== undefined) return last;
  const [first] = firstLine(text, question);
  const isUnfinished = isCut || isThinking;
  if (isUnfinished && first !== undefined && first.letters !== '')
    return { extracted: first.letters, rule: 'line', reason: null };
  if (isUnfinished) return { extracted: null, rule: 'none', reason: 'truncated' };
  const mayBeCut = isCut === undefined && text.length > LONGEST_UNENDED && breaksOff(text);
  const shown = text.slice(0, limit);
  const rules = mayBeCut ? OF_THE_END : WEAKER;
  for (const [rule, find] of Object.entries(isRefusal(shown) ? {} : rules))
    for (const found of find(shown, question))
      if (!mayBeCut || endsText(shown, found))
        return { extracted: found.letters, rule, reason: null };
  if (mayBeCut) return { extracted: null, rule: 'none', reason: 'truncated' };
  return { extracted: null, rule: 'none', reason: whyNoAnswer(text, isCut) };
}

interface ClearStatement extends Statement {
  readonly rule: string;
}

/** In the order of the text. */
function clearStatements(text: string, question: ChoiceQuestion): ClearStatement[] {
  return Object.entries(CLEAR)
    .flatMap(([rule, find]) => [...find(text, question)].map((found) => ({ ...found, rule })))
    .sort((x, y) => x.at - y.at);
}

/** A first line that is nothing but letters: what follows it may be another question. */
function firstLine(text: string, question: ChoiceQuestion): Statement[] {
  const at = text.search(/\S/);
  const line = text.slice(at).split('\n', 1)[0];
  const letters = onlyLetters(line, question);
  return letters === undefined ? [] : [{ at, end: at + line.length, letters }];
}

/**
 * The last statement decides, as it comes after the reasoning. One with nothing said between it and the one before corrects
 * nothing: of a multiple choice both letters count, and a single choice has no answer then; nor has it where another
 * letter follows without a word that corrects.
 */
function lastStatement(
  text: string,
  { type }: ChoiceQuestion,
  statements: readonly ClearStatement[],
): Extraction | undefined {
  let last: ClearStatement | undefined;
  let isContradicted = false;
  for (const found of statements) {
    // Of two rules at one place the first one is named.
    if (last !== undefined && found.at <= last.at) continue;
    const isSilent = last !== undefined && isNothingSaid(text, last.end, found.at);
    const isOther = last !== undefined && found.letters !== last.letters;
    const isUnexplained =
      isOther &&
      isLetter(text, last!) &&
      isLetter(text, found) &&
      !CORRECTS.test(text.slice(last!.end, found.at));
    if (type === 'single')
      isContradicted = isUnexplained || (isSilent && (isContradicted || isOther));
    const isMore = type === 'multiple' && isSilent && last!.letters.length === 1;
    last =
      isMore && found.letters.length === 1
        ? { ...found, letters: sortedLetters(last!.letters + found.letters) }
        : found;
  }
  if (last === undefined) return undefined;
  if (isContradicted) return { extracted: null, rule: last.rule, reason: 'none' };
  if (last.letters === '') return { extracted: null, rule: last.rule, reason: 'none' };
  const rule = last.isFirstOfSeveral ? FIRST_OF_SEVERAL : last.rule;
  return { extracted: last.letters, rule, reason: null };
}

function isNothingSaid(text: string, from: number, to: number): boolean {
  return from < to && to - from <= LONGEST_NOTHING && NOTHING_SAID.test(text.slice(from, to));
}

/** Whether a statement gives a capital letter, and not an option's text or the number (a) of a part. */
function isLetter(text: string, { at, letters }: Statement): boolean {
  return text[at] === letters[0] && !/[A-Za-z0-9]/.test(text[at + 1] ?? '');
}

function endsText(text: string, { end }: Statement): boolean {
  const tail = text.trimEnd().slice(end);
  return tail.length <= LONGEST_TAIL && !/[\p{L}\p{N}]/u.test(tail);
}
