import { fail } from '../../../errors.ts';
import {
  type AbilityEstimate,
  type NormalPrior,
  STANDARD_NORMAL,
} from '../../estimate/estimate.ts';
import { mixedAnswersOf } from '../mixed-answers.ts';
import type { MixedItems } from '../mixed-items.ts';
import { mixedEap } from './mixed-eap.ts';
import { mixedRoot } from './mixed-root.ts';

/** The estimators of abilities from items of several models. */
export type MixedEstimator = 'ml' | 'eap' | 'wle';

/** Where abilities are looked for, unless said otherwise. */
const REACH = 6;

/**
 * Estimates an ability from the categories of the answers to items of any models.
 *
 * @param row the category of the answer to each item, from 0; a number below 0, or NaN, for no answer
 * @param options the range of abilities, default [−6, 6], and the prior of `eap`, default N(0, 1)
 * @throws VALUE_NOT_FINITE for a category that its item does not have
 */
export function estimateMixedAbility(
  estimator: MixedEstimator,
  items: MixedItems,
  row: ArrayLike<number>,
  options: { low?: number; high?: number; prior?: NormalPrior } = {},
): AbilityEstimate {
  const { low = -REACH, high = REACH, prior = STANDARD_NORMAL } = options;
  checkCategories(items, row);
  const answers = mixedAnswersOf(items, row);
  switch (estimator) {
    case 'eap':
      return mixedEap(answers, low, high, prior);
    case 'ml':
      return mixedRoot(answers, low, high, false);
    case 'wle':
      return mixedRoot(answers, low, high, true);
  }
}

function checkCategories({ categories }: MixedItems, row: ArrayLike<number>): void {
  for (let j = 0; j < row.length; j++)
    if (row[j] >= 0 && !(Number.isInteger(row[j]) && row[j] < categories[j]))
      fail('VALUE_NOT_FINITE', {
        name: `the answer to item ${j + 1}`,
        found: row[j],
        accepted: `categories from 0 to ${categories[j] - 1}, or −1 for no answer`,
      });
}
