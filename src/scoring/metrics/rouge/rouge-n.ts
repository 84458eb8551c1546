import { matches, nGrams } from '../tokens/n-grams.ts';
import { type Overlap, overlapOf } from './overlap.ts';

/**
 * ROUGE-N of an answer against one reference: sequences of n tokens in both, each at most as often as in the other, over
 * those of the answer (precision) and of the reference (recall). A text with fewer than n tokens scores 0.
 *
 * The paper has the recall alone; precision and F1 are those of ROUGE-1.5.5 with α = 0.5 and of rouge-score.
 *
 * @see Lin (2004), ROUGE: A package for automatic evaluation of summaries, section 2
 */
export function rougeN(
  answer: readonly string[],
  reference: readonly string[],
  n: number,
): Overlap {
  const common = matches(nGrams(answer, n), nGrams(reference, n));
  const count = (tokens: readonly string[]) => Math.max(0, tokens.length - n + 1);
  return overlapOf(common, count(answer), count(reference));
}
