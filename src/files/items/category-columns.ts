import type { MixedItem } from '../../irt/polytomous/mixed-items.ts';

/** An item whose answers were all in one category: it has no parameters, and counts what these answers do. */
export interface ConstantItem {
  readonly item: string;
  readonly category: string;
  /** In [0, 1]. */
  readonly score: number;
}

/** The model of such an item in a file. */
export const CONSTANT = 'constant';

/** Parameters of items with several categories, as a file has them. */
export interface CategoryParameters {
  readonly items: readonly string[];
  readonly parameters: readonly MixedItem[];
  /** Of each item: what its categories stand for, scores or option letters. */
  readonly categories: readonly (readonly string[])[];
  /** Of each item, in the order of its parameters, NaN where one is not known; null if none is. */
  readonly standardErrors: readonly (readonly number[] | null)[];
  readonly constants: readonly ConstantItem[];
}

/** The columns of every such file; `categories` and `scores` hold several values with a space between. */
export const FIRST_COLUMNS = ['item', 'model', 'categories', 'scores'] as const;

/** The columns with the parameters of an item: graded and gpcm a, b1 …; beta a, b1, dispersion; nominal slope1 …, intercept1 …. */
export function parameterColumns(model: string, categories: number): string[] {
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, k) => `${name}${k + 1}`);
  if (model === 'nominal')
    return [...numbered('slope', categories), ...numbered('intercept', categories)];
  if (model === 'beta') return ['a', 'b1', 'dispersion'];
  return ['a', ...numbered('b', categories - 1)];
}
