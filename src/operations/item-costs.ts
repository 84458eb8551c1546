import { z } from 'zod';
import type { ItemCosts } from '../cat/robust/item-costs.ts';
import { readDollars } from '../files/items/read-costs.ts';
import { dollarsOf } from './asking/budgets.ts';
import { shortText } from './fields.ts';

const COSTS = { group: 'Costs' };

/** What items cost, and what a test may cost. */
export const itemCosts = {
  costs: z
    .string()
    .optional()
    .describe(
      'CSV with the columns item,cost (dollars): "robust" then chooses items by information per dollar, except its random share',
    )
    .meta({ ...COSTS, value: 'file', file: 'in' }),
  maxCost: shortText
    .transform((text) => dollarsOf(text) ?? dollarsOf(`${text}usd`) ?? Number.NaN)
    .refine((dollars) => dollars > 0, { error: 'dollars above 0, such as 75usd or 75' })
    .optional()
    .describe('with --costs: the most that the items of one test may cost together, such as 75usd')
    .meta({ ...COSTS, value: 'dollars' }),
};

/** What is wrong with a bound without costs. */
export const COSTS_MISSING =
  'needs to know what items cost: add --costs FILE, a CSV with the columns item,cost.';

/** The costs that options give; undefined if none. @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID */
export function readItemCosts(
  {
    costs,
    maxCost,
  }: { readonly costs?: string | undefined; readonly maxCost?: number | undefined },
  items: readonly string[],
): ItemCosts | undefined {
  return costs === undefined ? undefined : { dollars: readDollars(costs, items), most: maxCost };
}
