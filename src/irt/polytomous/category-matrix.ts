import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../responses.ts';

/** Recorded answers in categories. */
export interface CategoryMatrix {
  readonly examinees: readonly string[];
  readonly items: readonly string[];
  /** examinees × items, row by row: the category of the answer, from 0; −1 if the item was not asked. */
  readonly answers: Int16Array;
  /** Number of categories of each item. */
  readonly categories: Int32Array;
}

/**
 * Scores in [0, 1] as categories of K levels: the nearest of 0, 1/(K − 1), …, 1; halves go up.
 * @param levels K, the same for all items, or one per item
 */
export function categoriesOfScores(
  { examinees, items, scores }: ResponseMatrix,
  levels: number | ArrayLike<number>,
): CategoryMatrix {
  const width = items.length;
  const categories = Int32Array.from({ length: width }, (_, j) =>
    typeof levels === 'number' ? levels : levels[j],
  );
  categories.forEach((found, j) => {
    if (!(found >= 2))
      fail('PARAMETER_INVALID', {
        item: items[j],
        parameter: 'the number of levels',
        found,
        accepted: 'a whole number of at least 2',
      });
  });
  const answers = Int16Array.from(scores, (score, at) =>
    Number.isNaN(score) ? -1 : Math.floor(score * (categories[at % width] - 1) + 0.5),
  );
  return { examinees, items, answers, categories };
}
/** The matrix of the examinees in `rows`, in that order. */
export function pickCategoryRows(
  { examinees, items, answers, categories }: CategoryMatrix,
  rows: readonly number[],
): CategoryMatrix {
  const width = items.length;
  const picked = new Int16Array(rows.length * width);
  rows.forEach((i, k) => {
    picked.set(answers.subarray(i * width, (i + 1) * width), k * width);
  });
  return { examinees: rows.map((i) => examinees[i]), items, answers: picked, categories };
}
