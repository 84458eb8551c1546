import { fail } from '../errors.ts';
import type { ResponseMatrix } from './responses.ts';

/**
 * Refuses scores between 0 and 1 where a statistic is one of right and wrong answers.
 * @param statistic what is computed, for the error
 * @throws SCORES_NOT_BINARY
 */
export function requireBinary(
  { examinees, items, scores }: ResponseMatrix,
  where: string,
  statistic: string,
): void {
  const at = scores.findIndex((score) => score > 0 && score < 1);
  if (at === -1) return;
  fail('SCORES_NOT_BINARY', {
    where,
    examinee: examinees[Math.floor(at / items.length)],
    item: items[at % items.length],
    score: scores[at],
    statistic,
  });
}
