import type { Cut } from '../../finish-reason.ts';
import type { ChoiceQuestion, Extraction, ExtractionRule, Statement } from './extraction.ts';
import { type ClearStatement, lastStatement } from './last-statement.ts';
import { concludedAnswers, mentionedLetters, onlyMention } from './mentions.ts';
import { nextQuestionAt } from './next-question.ts';
import { breaksOff, isLong, isRefusal, whyNoAnswer } from './no-answer.ts';
import { optionAtEnd, restatedOptions } from './option-text.ts';
import { respelled } from './respelled.ts';
import {
  allButWrong,
  allOptions,
  calledCorrect,
  calledWrong,
  leftOver,
  listedVerdicts,
} from './rule-called.ts';
import { endingLines, lineAnswers, onlyLetters } from './rule-line.ts';
import { namedAnswers, theOne } from './rule-named.ts';
import { correctedAnswers, furtherAnswers, reversedAnswers } from './rule-reversed.ts';
import { boxedAnswers, jsonAnswers, statedAnswers } from './rule-statement.ts';
import { visibleText } from './visible-text.ts';

interface NamedRule {
  readonly name: string;
  readonly find: ExtractionRule;
  /** What of it is asked for the end of a text which may have been cut. */
  readonly ofTheEnd?: ExtractionRule;
}

/** They say that something is the answer. The last such place of a text counts, whichever rule finds it. */
const CLEAR: readonly NamedRule[] = [
  { name: 'json', find: jsonAnswers },
  { name: 'boxed', find: boxedAnswers },
  { name: 'statement', find: statedAnswers },
  { name: 'reversed', find: reversedAnswers },
  { name: 'corrected', find: correctedAnswers },
  { name: 'further', find: furtherAnswers },
];

/** They are asked one after another where nothing is said clearly. */
const WEAKER: readonly NamedRule[] = [
  { name: 'verdicts', find: listedVerdicts, ofTheEnd: listedVerdicts },
  { name: 'called-wrong', find: calledWrong },
  { name: 'all-but', find: allButWrong },
  { name: 'line', find: lineAnswers, ofTheEnd: endingLines },
  { name: 'named', find: namedAnswers, ofTheEnd: namedAnswers },
  { name: 'the-one', find: theOne, ofTheEnd: theOne },
  { name: 'conclusion', find: concludedAnswers },
  { name: 'called-correct', find: calledCorrect, ofTheEnd: calledCorrect },
  { name: 'all', find: allOptions },
  { name: 'all-but', find: leftOver },
  { name: 'option-text', find: restatedOptions, ofTheEnd: optionAtEnd },
  { name: 'only-mention', find: onlyMention },
];

/** What may follow a statement that ends a text: closing marks of at most this many characters. */
const LONGEST_TAIL = 16;

/**
 * The answer of an output to a choice question, for any text, in time linear in its length.
 *
 * The last clear statement of the part after the thinking block wins (last-statement.ts); one that is denied, supposed or asked is none.
 * Reading ends where the model begins a next question of its own, or repeats the answers to others. Without a clear statement the weaker
 * rules are asked in their order, unless the output is a refusal. A thinking block that was begun and never ended holds no answer; what
 * stands before it is read as a text that was cut.
 * @param question of 1 to 26 options
 * @param isCut whether the output ended at the limit of tokens: then only a clear statement counts, or a first line that is nothing but
 *   letters. Undefined if it is not known: then of a longer text that ends within a sentence the last line may also say it
 */
export function extractAnswer(output: string, question: ChoiceQuestion, isCut?: Cut): Extraction {
  const { text, isThinking } = visibleText(output);
  if (text.trim() === '')
    return { extracted: null, rule: 'none', reason: whyNoAnswer('', isCut, isThinking) };
  const read = readText(text, isThinking, question, isCut);
  // Where a statement is open, or letters are named, numbers are no other names of them.
  if (read.extracted !== null || read.rule !== 'none' || namesLetters(text, question)) return read;
  const other = respelled(text, question);
  return other === undefined ? read : readText(other, isThinking, question, isCut);
}

function namesLetters(text: string, question: ChoiceQuestion): boolean {
  return mentionedLetters(text, question).next().done !== true;
}

function readText(
  text: string,
  isThinking: boolean,
  question: ChoiceQuestion,
  isCut?: Cut,
): Extraction {
  const statements = clearStatements(text, question);
  const limit = nextQuestionAt(text, [...statements, ...firstLine(text, question)], question);
  const own = statements.filter((found) => found.at <= limit);
  const last = lastStatement(text, question, own);
  if (last !== undefined) return last;
  const [first] = firstLine(text, question);
  const isUnfinished = isCut || isThinking;
  if (isUnfinished && first !== undefined && first.letters !== '')
    return { extracted: first.letters, rule: 'line', reason: null };
  const none = { extracted: null, rule: 'none', reason: whyNoAnswer(text, isCut, isThinking) };
  if (isUnfinished) return none;
  const mayBeCut = isCut === undefined && isLong(text) && breaksOff(text);
  const shown = text.slice(0, limit);
  if (isRefusal(shown)) return none;
  for (const { name: rule, find, ofTheEnd } of WEAKER)
    for (const found of (mayBeCut ? ofTheEnd : find)?.(shown, question) ?? [])
      if (!mayBeCut || endsText(shown, found))
        return found.letters === '' ? none : { extracted: found.letters, rule, reason: null };
  return none;
}

/** In the order of the text. */
function clearStatements(text: string, question: ChoiceQuestion): ClearStatement[] {
  return CLEAR.flatMap(({ name: rule, find }) =>
    [...find(text, question)].map((found) => ({ ...found, rule })),
  ).sort((x, y) => x.at - y.at);
}

/** A first line that is nothing but letters: what follows it may be another question. */
function firstLine(text: string, question: ChoiceQuestion): Statement[] {
  const at = text.search(/\S/);
  const line = text.slice(at).split('\n', 1)[0];
  const letters = onlyLetters(line, question);
  return letters === undefined ? [] : [{ at, end: at + line.length, letters }];
}

function endsText(text: string, { end }: Statement): boolean {
  const tail = text.trimEnd().slice(end);
  return tail.length <= LONGEST_TAIL && !/[\p{L}\p{N}]/u.test(tail);
}
