import type { CategoryMatrix } from '../../../src/irt/polytomous/category-matrix.ts';

/** The first category that counts as right: the least whose score k/(K − 1) is at least `cut`. */
function firstRight(categories: number, cut: number): number {
  return Math.min(categories - 1, Math.max(1, Math.ceil(cut * (categories - 1) - 1e-9)));
}

/** The answers as right (1, at or above the cut) and wrong (0). */
export function cutAnswers(matrix: CategoryMatrix, cut: number): CategoryMatrix {
  const width = matrix.items.length;
  const first = matrix.categories.map((categories) => firstRight(categories, cut));
  return {
    ...matrix,
    answers: matrix.answers.map((k, at) => (k < 0 ? -1 : k >= first[at % width] ? 1 : 0)),
    categories: new Int32Array(width).fill(2),
  };
}

/**
 * log P(category | its side of the cut) for each item and category, an array per item: the shares among the answers on that side, each category with
 * `pseudoAnswers`/K answers more. With the curve of right and wrong answers this makes a model of the categories, in which they say nothing
 * of ability beyond their side.
 */
export function withinSides(
  { answers, categories, items }: CategoryMatrix,
  cut: number,
  pseudoAnswers: number,
): Float64Array[] {
  const width = items.length;
  return items.map((_, j) => {
    const all = categories[j];
    const first = firstRight(all, cut);
    const counts = new Float64Array(all).fill(pseudoAnswers / all);
    for (let at = j; at < answers.length; at += width) if (answers[at] >= 0) counts[answers[at]]++;
    const total = (from: number, to: number) =>
      counts.subarray(from, to).reduce((sum, count) => sum + count, 0);
    const [wrong, right] = [total(0, first), total(first, all)];
    return counts.map((count, k) => Math.log(count / (k < first ? wrong : right)));
  });
}
