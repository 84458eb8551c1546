import type { Cut } from '../../finish-reason.ts';
import { extractByCmb } from './cmb.ts';
import { extractAnswer } from './extract-answer.ts';
import type { ChoiceQuestion, Extraction } from './extraction.ts';
import { extractByMmluPro } from './mmlu-pro.ts';

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
