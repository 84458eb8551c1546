import type { Cut } from '../../finish-reason.ts';
import { extractAnswer } from './extract-answer.ts';
import { type ChoiceQuestion, type Extraction, letterOf, sortedLetters } from './extraction.ts';
import { whyNoAnswer } from './no-answer.ts';

export const EXTRACTION_MODES = ['default', 'cmb', 'mmlu-pro'] as const;
export type ExtractionMode = (typeof EXTRACTION_MODES)[number];

/** Grows when any output is read or scored otherwise than before: scores of two revisions are not of one measurement. */
export const READING_REVISION = 12;

/** @param isCut whether the output ended at the limit of tokens; published rules do not ask for that */
export type Extractor = (output: string, question: ChoiceQuestion, isCut?: Cut) => Extraction;

/** How answers are extracted: by the rules of thetarank, or as a published evaluation did. */
export function extractorOf(mode: ExtractionMode): Extractor {
  switch (mode) {
    case 'default':
      return extractAnswer;
    case 'cmb':
      return extractByCmb;
    case 'mmlu-pro':
      return extractByMmluPro;
  }
}

const CMB_STATED = /(?:答案|正确选项)(?:应该是|应该为|是|为|：|:)/;
const FULL_STOP = /[。.．]/;
const CMB_LETTERS = /[A-G]/g;

/**
 * The rule published with CMB (arXiv:2308.08833, its scoring script): the letters A to G between the first 答案 or
 * 正确选项 that 是, ：, 为, 应该是 or 应该为 follows, and the next full stop, or the end; without such words every such letter
 * of the text. Of a single choice the first letter counts. Letters of words and of other options count as well, which
 * is why numbers by this rule compare only with numbers by this rule.
 *
 * Letters beyond the options of the question are left out here, and the colon may be an ASCII one.
 */
function extractByCmb(output: string, question: ChoiceQuestion, isCut?: Cut): Extraction {
  const stated = CMB_STATED.exec(output);
  const rest = stated === null ? output : output.slice(stated.index + stated[0].length);
  const stop = stated === null ? -1 : rest.search(FULL_STOP);
  const scope = stop === -1 ? rest : rest.slice(0, stop);
  const last = String.fromCharCode(64 + question.options);
  const letters = (scope.match(CMB_LETTERS) ?? []).filter((letter) => letter <= last);
  const rule = stated === null ? 'cmb-anywhere' : 'cmb-stated';
  if (letters.length === 0) return { extracted: null, rule, reason: whyNoAnswer(output, isCut) };
  const kept = question.type === 'single' ? letters.slice(0, 1) : letters;
  return { extracted: sortedLetters(kept), rule, reason: null };
}

const MMLU_STATED = /answer is \(?([A-J])\)?/;
const MMLU_LABELLED = /[aA]nswer:\s*([A-J])/g;
const LONE = /(?<![\p{L}\p{N}_])[A-J](?![\p{L}\p{N}_])/gu;

/**
 * The chain of the reference evaluation of MMLU-Pro (TIGER-AI-Lab/MMLU-Pro), to compare with its numbers: the first
 * "answer is (X)", else the last "Answer: X" of the first line that has one, else the last capital letter A to J that
 * stands alone, the article A and the pronoun I among them. Letters beyond the options are no answer.
 */
function extractByMmluPro(output: string, question: ChoiceQuestion, isCut?: Cut): Extraction {
  const [rule, letter] = findByMmluPro(output);
  if (letter === undefined || letter > letterOf(question.options - 1))
    return { extracted: null, rule, reason: whyNoAnswer(output, isCut) };
  return { extracted: letter, rule, reason: null };
}

function findByMmluPro(output: string): [rule: string, letter: string | undefined] {
  const stated = MMLU_STATED.exec(output)?.[1];
  if (stated !== undefined) return ['mmlu-pro-stated', stated];
  let labelled: RegExpExecArray | undefined;
  for (const match of output.matchAll(MMLU_LABELLED)) {
    if (labelled !== undefined && output.slice(labelled.index, match.index).includes('\n')) break;
    labelled = match;
  }
  if (labelled !== undefined) return ['mmlu-pro-labelled', labelled[1]];
  let lone: string | undefined;
  for (const [letter] of output.matchAll(LONE)) lone = letter;
  return ['mmlu-pro-lone', lone];
}
