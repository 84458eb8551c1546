import type { ReadAnswer, SingleChoice } from '../scoring/patterns/answer-pattern.ts';
import type { RunAnswer } from './run-record.ts';

/** An answer of a run, to look for patterns. @param choice of its item; null if that is no single choice */
export function readAnswerOf(
  { extracted, reason, refused }: Pick<RunAnswer, 'extracted' | 'reason' | 'refused'>,
  choice: SingleChoice | null,
): ReadAnswer {
  return { extracted, reason, refused: refused !== null, choice };
}
