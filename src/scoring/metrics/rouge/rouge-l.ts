import { longestCommonSubsequence } from './longest-common-subsequence.ts';
import { type Overlap, overlapOf } from './overlap.ts';

/**
 * ROUGE-L of an answer against one reference: the length of their longest common subsequence, over that of the answer
 * (precision) and of the reference (recall), both as one sequence of tokens: rouge-score's `rougeL`, not the `rougeLsum` of
 * single sentences. F1 weighs both alike (β = 1), while section 3.1 of the paper leaves β open.
 *
 * @see Lin (2004), ROUGE: A package for automatic evaluation of summaries, section 3.1
 */
export function rougeL(answer: readonly string[], reference: readonly string[]): Overlap {
  const common = longestCommonSubsequence(answer, reference);
  return overlapOf(common, answer.length, reference.length);
}
