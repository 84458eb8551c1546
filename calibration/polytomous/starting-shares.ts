import type { CategoryMatrix } from '../../src/irt/polytomous/category-matrix.ts';
import type { MixedItems } from '../../src/irt/polytomous/mixed-items.ts';
import { mean } from '../../src/statistics/mean.ts';
import { variance } from '../../src/statistics/variance.ts';
import type { StartingShares } from './models/item-model.ts';

/** Added to the count of each category, so that no share is 0. */
const PSEUDO_COUNT = 0.5;

/**
 * Shares of the categories of each item, and how well those who answered with a category did on their other items: their mean score there, in
 * standard deviations over the examinees. `scores` of the items say what a category is worth.
 */
export function startingShares(
  { answers, items: names, examinees }: CategoryMatrix,
  { categories, scores, scoresFrom }: MixedItems,
  slope: number,
): StartingShares[] {
  const width = names.length;
  const sums = new Float64Array(examinees.length);
  const asked = new Float64Array(examinees.length);
  answers.forEach((k, at) => {
    if (k < 0) return;
    const i = Math.floor(at / width);
    sums[i] += scores[scoresFrom[at % width] + k];
    asked[i]++;
  });
  const rests = sums.map((sum, i) => (asked[i] > 0 ? sum / asked[i] : Number.NaN));
  const known = rests.filter((rest) => !Number.isNaN(rest));
  const centre = mean(known);
  const sd = Math.sqrt(variance(known)) || 1;
  return names.map((_, j) => {
    const counts = new Float64Array(categories[j]);
    const totals = new Float64Array(categories[j]);
    for (let i = 0; i < examinees.length; i++) {
      const k = answers[i * width + j];
      if (k < 0) continue;
      counts[k]++;
      const rest = (sums[i] - scores[scoresFrom[j] + k]) / (asked[i] - 1);
      if (asked[i] > 1) totals[k] += (rest - centre) / sd;
    }
    const all = counts.reduce((sum, count) => sum + count, 0) + PSEUDO_COUNT * categories[j];
    return {
      shares: Array.from(counts, (count) => (count + PSEUDO_COUNT) / all),
      standings: Array.from(totals, (total, k) => total / (counts[k] + 2 * PSEUDO_COUNT)),
      slope,
    };
  });
}
