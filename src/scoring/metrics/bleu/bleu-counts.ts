import { nGrams } from '../tokens/n-grams.ts';

/**
 * The counts of one answer that BLEU needs: for n from 1 to `order` the n-grams that match, then for each n all n-grams of
 * the answer, its length, and that of the reference next to it in length (of two, the shorter). Counts of several
 * answers add up to those of a corpus. An n-gram matches at most as often as in the reference that has it most often.
 *
 * @param references at least one
 * @see Papineni, Roukos, Ward & Zhu (2002), BLEU: A method for automatic evaluation of machine translation, section 2
 */
export function bleuCounts(
  answer: readonly string[],
  references: readonly (readonly string[])[],
  order: number,
): Float64Array {
  const counts = new Float64Array(2 * order + 2);
  for (let n = 1; n <= order; n++) {
    const most = new Map<string, number>();
    for (const reference of references)
      for (const [gram, count] of nGrams(reference, n))
        if (count > (most.get(gram) ?? 0)) most.set(gram, count);
    for (const [gram, count] of nGrams(answer, n))
      counts[n - 1] += Math.min(count, most.get(gram) ?? 0);
    counts[order + n - 1] = Math.max(0, answer.length - n + 1);
  }
  counts[2 * order] = answer.length;
  counts[2 * order + 1] = closest(
    answer.length,
    references.map(({ length }) => length),
  );
  return counts;
}

function closest(length: number, lengths: readonly number[]): number {
  let best = lengths[0];
  for (const other of lengths) {
    const [gap, least] = [Math.abs(other - length), Math.abs(best - length)];
    if (gap < least || (gap === least && other < best)) best = other;
  }
  return best;
}
