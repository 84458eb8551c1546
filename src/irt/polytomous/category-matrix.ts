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
 * @throws PARAMETER_INVALID for fewer than two levels; VALUE_NOT_FINITE for a score outside [0, 1]
 */
export function categoriesOfScores(
  responses: ResponseMatrix,
  levels: number | ArrayLike<number>,
): CategoryMatrix {
  const { items } = responses;
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
  return categoriesBy(responses, categories, (score, j) =>
    Math.floor(score * (categories[j] - 1) + 0.5),
  );
}

/**
 * Scores in [0, 1] as categories.
 * @param categories number of categories of each item
 * @param categoryOf the category of a score of item j
 * @throws VALUE_NOT_FINITE for a score outside [0, 1]
 */
export function categoriesBy(
  { examinees, items, scores }: ResponseMatrix,
  categories: Int32Array,
  categoryOf: (score: number, j: number) => number,
): CategoryMatrix {
  const width = items.length;
  const answers = Int16Array.from(scores, (score, at) => {
    if (Number.isNaN(score)) return -1;
    if (!(score >= 0 && score <= 1))
      fail('VALUE_NOT_FINITE', {
        name: `the score of ${examinees[Math.floor(at / width)]} on item ${items[at % width]}`,
        found: score,
        accepted: 'a number from 0 to 1, or NaN for no answer',
      });
    return categoryOf(score, at % width);
  });
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
