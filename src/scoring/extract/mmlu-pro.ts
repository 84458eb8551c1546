import type { Cut } from '../../finish-reason.ts';
import { type ChoiceQuestion, type Extraction, letterOf } from './extraction.ts';
import { whyNoAnswer } from './no-answer.ts';

const STATED = /answer is \(?([A-J])\)?/;
const LABELLED = /[aA]nswer:\s*([A-J])/g;
const LONE = /(?<![\p{L}\p{N}_])[A-J](?![\p{L}\p{N}_])/gu;

/**
 * The chain of the reference evaluation of MMLU-Pro (TIGER-AI-Lab/MMLU-Pro), to compare with its numbers: the first
 * "answer is (X)", else the last "Answer: X" of the first line that has one, else the last capital letter A to J that
 * stands alone, the article A and the pronoun I among them. Letters beyond the options are no answer.
 */
export function extractByMmluPro(
  output: string,
  question: ChoiceQuestion,
  isCut?: Cut,
): Extraction {
  const [rule, letter] = find(output);
  if (letter === undefined || letter > letterOf(question.options - 1))
    return { extracted: null, rule, reason: whyNoAnswer(output, isCut) };
  return { extracted: letter, rule, reason: null };
}

function find(output: string): [rule: string, letter: string | undefined] {
  const stated = STATED.exec(output)?.[1];
  if (stated !== undefined) return ['mmlu-pro-stated', stated];
  let labelled: RegExpExecArray | undefined;
  for (const match of output.matchAll(LABELLED)) {
    if (labelled !== undefined && output.slice(labelled.index, match.index).includes('\n')) break;
    labelled = match;
  }
  if (labelled !== undefined) return ['mmlu-pro-labelled', labelled[1]];
  let lone: string | undefined;
  for (const [letter] of output.matchAll(LONE)) lone = letter;
  return ['mmlu-pro-lone', lone];
}
