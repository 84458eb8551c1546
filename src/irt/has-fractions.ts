import type { ResponseMatrix } from './responses.ts';

/** Whether some score is neither 0 nor 1. */
export function hasFractions({ scores }: Pick<ResponseMatrix, 'scores'>): boolean {
  return scores.some((score) => score > 0 && score < 1);
}
