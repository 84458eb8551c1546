import type { OpenTest, Requirements } from './requirements.ts';

/**
 * Prices: how much the value of the test rises with one more item of the test or of a group, or one more unit of the budget.
 */
export interface Prices {
  readonly item: number;
  readonly groups: Float64Array;
  /** From 0. */
  readonly cost: number;
}

/**
 * The price of a place, by class: the sum of the prices of its groups and of an item. The **reduced value** of an item is its
 * value minus this price and the price of its costs.
 */
export function chargesOf({ groupsOf }: Requirements, { item, groups }: Prices): Float64Array {
  return Float64Array.from(groupsOf, (own) => {
    let charge = item;
    for (const group of own) charge += groups[group];
    return charge;
  });
}

/**
 * An upper bound on the value of all tests, by Lagrangian duality: each bound times its price, plus all positive reduced
 * values. It holds for **any** prices. At the prices of an optimum of the relaxed programme it equals this optimum.
 *
 * @param positive sum of the positive reduced values of all items that the test can still have
 * @see Fisher (1981), Management Science 27, 1–18
 */
export function valueBound(open: OpenTest, prices: Prices, positive: number): number {
  let bound = positive + prices.item * open.left;
  prices.groups.forEach((price, group) => {
    bound += price * (price > 0 ? open.most[group] : open.least[group]);
  });
  if (prices.cost > 0) bound += prices.cost * open.budget;
  return bound;
}
