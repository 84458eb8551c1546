import type { Selection, Selector } from './selector.ts';

/**
 * The value of an item in a state of the test: the outer function reads the state once, the inner one is called for every
 * eligible item.
 */
export type Criterion = (selection: Selection) => (j: number) => number;

/** The eligible item of greatest value, the lowest position among equals. */
export function byCriterion(criterion: Criterion): Selector {
  return (selection) => {
    const { bank, eligible } = selection;
    const value = criterion(selection);
    let best = -1;
    let top = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < bank.items.count; j++) {
      if (!eligible(j)) continue;
      const own = value(j);
      if (best >= 0 && !(own > top)) continue;
      best = j;
      top = own;
    }
    return best;
  };
}
