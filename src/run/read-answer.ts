import type { ReadAnswer, SingleChoice } from '../scoring/patterns/answer-pattern.ts';
import type { RunAnswer } from './run-record.ts';

/**
 * Why an answer could not be read. The text alone shows only that no mark ends it, so the endpoint's word goes first: an answer
 * that the model ended itself was not cut off, and more tokens would not help.
 */
export function reasonOf({
  reason,
  finishReason,
}: Pick<RunAnswer, 'reason' | 'finishReason'>): string {
  if (finishReason === 'length') return 'truncated';
  return reason === 'truncated' && finishReason === 'stop' ? 'none' : (reason ?? 'none');
}

/** An answer of a run, to look for patterns. @param choice of its item; null if that is no single choice */
export function readAnswerOf(
  answer: Pick<RunAnswer, 'extracted' | 'reason' | 'finishReason' | 'refused'>,
  choice: SingleChoice | null,
): ReadAnswer {
  return {
    extracted: answer.extracted,
    reason: answer.extracted === null ? reasonOf(answer) : null,
    refused: answer.refused !== null,
    choice,
  };
}
