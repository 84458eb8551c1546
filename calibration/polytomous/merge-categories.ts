import { fail } from '../../src/errors.ts';
import type { CategoryMatrix } from '../../src/irt/polytomous/category-matrix.ts';
import type { PolytomousModel } from './models/models.ts';

/** What is done with categories that no answer is in: `merge` removes them, `refuse` ends with an error. */
export type EmptyCategories = 'merge' | 'refuse';

export interface MergedCategories {
  readonly matrix: CategoryMatrix;
  /** Of each item: the kept categories, ascending, as they were numbered before. */
  readonly kept: readonly Int32Array[];
}

/**
 * Removes categories without answers, whose parameters have no finite estimate, and numbers the others anew. A beta item keeps its levels: its curve
 * does not depend on which were seen.
 *
 * @throws CATEGORIES_UNUSABLE for an item with answers in fewer than two categories or, with `refuse`, an empty category
 */
export function mergeCategories(
  matrix: CategoryMatrix,
  models: readonly PolytomousModel[],
  how: EmptyCategories,
): MergedCategories {
  const { items, answers, categories } = matrix;
  const width = items.length;
  const counts = items.map((_, j) => new Int32Array(categories[j]));
  answers.forEach((k, at) => {
    if (k >= 0) counts[at % width][k]++;
  });
  const kept = counts.map((own, j) => {
    const seen = Int32Array.from(own.keys()).filter((k) => own[k] > 0);
    const refuse = (found: string, accepted: string): never =>
      fail('CATEGORIES_UNUSABLE', { item: items[j], found, accepted });
    if (seen.length < 2)
      refuse(
        seen.length === 0 ? 'no answer' : `all answers in category ${seen[0]}`,
        'answers in at least two categories; leave the item out',
      );
    if (models[j] === 'beta') return Int32Array.from(own.keys());
    if (how === 'refuse' && seen.length < categories[j])
      refuse(
        `no answer in category ${own.indexOf(0)}`,
        `answers in all ${categories[j]} categories, or emptyCategories: 'merge'`,
      );
    return seen;
  });
  const numbers = kept.map((seen, j) => {
    const to = new Int16Array(categories[j]).fill(-1);
    seen.forEach((k, position) => {
      to[k] = position;
    });
    return to;
  });
  return {
    matrix: {
      ...matrix,
      answers: answers.map((k, at) => (k < 0 ? -1 : numbers[at % width][k])),
      categories: Int32Array.from(kept, (seen) => seen.length),
    },
    kept,
  };
}
