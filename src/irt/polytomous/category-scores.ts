import type { ResponseMatrix } from '../responses.ts';
import type { CategoryMatrix } from './category-matrix.ts';

/** The score of a category over all items counts as this many answers. */
const STRENGTH = 2;

/**
 * What an answer in each category of each item is worth, where a category stands for a range of scores: the mean of its recorded scores,
 * (Σ u + m s_k)/(n + m), shrunk with m = 2 towards s_k, the same mean over all items with as many categories. A category without any answer has k/(K − 1).
 *
 * @param matrix the categories of `scores`
 */
export function categoryScores(
  { answers, categories, items }: Pick<CategoryMatrix, 'answers' | 'categories' | 'items'>,
  { scores }: Pick<ResponseMatrix, 'scores'>,
): number[][] {
  const width = items.length;
  const empty = () => ({ sum: 0, count: 0 });
  const own = Array.from(categories, (all) => Array.from({ length: all }, empty));
  const common = new Map<number, ReturnType<typeof empty>[]>();
  for (const all of categories)
    if (!common.has(all)) common.set(all, Array.from({ length: all }, empty));
  answers.forEach((k, at) => {
    if (k < 0) return;
    const j = at % width;
    for (const cell of [own[j][k], common.get(categories[j])![k]]) {
      cell.sum += scores[at];
      cell.count++;
    }
  });
  return own.map((cells, j) =>
    cells.map(({ sum, count }, k) => {
      const all = common.get(categories[j])![k];
      const shared = all.count === 0 ? k / (categories[j] - 1) : all.sum / all.count;
      return (sum + STRENGTH * shared) / (count + STRENGTH);
    }),
  );
}
