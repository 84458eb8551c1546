import type { HumanItem } from './human-item.ts';

/**
 * The variance of a weighted mean of accuracies that comes from the people alone, the items given: Σ wⱼ² pⱼ(1 − pⱼ) / (nⱼ − 1) / (Σ wⱼ)², without bias if the
 * answers to an item are of different people drawn alike. An item with one respondent shows no variance of its own: there m(1 − m) of the whole mean m
 * stands for it, which is rather too much. Null if the respondents of an item that counts are not known.
 *
 * @param weights of the items, at least 0, one above 0
 * @param mean weighted mean of the accuracies
 * @see Cochran (1977), Sampling Techniques, 5.3 (a mean of strata) and 3.2
 */
export function respondentVariance(
  items: readonly HumanItem[],
  weights: readonly number[],
  mean: number,
): number | null {
  let [variance, total] = [0, 0];
  for (const [j, { accuracy, respondents }] of items.entries()) {
    const weight = weights[j];
    total += weight;
    if (weight === 0) continue;
    if (respondents === null) return null;
    const own =
      respondents > 1 ? (accuracy * (1 - accuracy)) / (respondents - 1) : mean * (1 - mean);
    variance += weight ** 2 * own;
  }
  return variance / total ** 2;
}
