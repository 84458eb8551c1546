import type { OpenTest, Requirements } from './requirements.ts';

/** What one more item of the test, of each group, and one more unit of the budget are worth in value of the test. */
export interface Prices {
  readonly item: number;
  readonly groups: Float64Array;
  /** From 0. */
  readonly cost: number;
}

/**
 * What an item of each class is charged for its place: the sum of its groups' prices and that of an item. The value of
 * an item less this, and less the price of its costs, is its **reduced value**.
 */
export function chargesOf({ groupsOf }: Requirements, { item, groups }: Prices): Float64Array {
  return Float64Array.from(groupsOf, (own) => {
    let charge = item;
    for (const group of own) charge += groups[group];
    return charge;
  });
}

/**
 * A value that no test exceeds, by Lagrangian duality: every bound is paid for by its price, and every item of positive
 * reduced value is taken. It holds for **any** prices; at those of an optimum of the relaxed programme it is this optimum.
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
