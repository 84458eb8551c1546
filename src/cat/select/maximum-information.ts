import { randomInteger } from '../../random.ts';
import type { Selector } from './selector.ts';

/** One of the `best` most informative eligible items, each equally likely; with `best` = 1 the most informative one. */
export function maximumInformation(best: number): Selector {
  let found = new Int32Array(0);
  return ({ bank, ability, eligible, chance }) => {
    const most = Math.min(best, bank.items.count);
    if (found.length !== most) found = new Int32Array(most);
    const count = bank.index.find(ability, eligible, found);
    if (count === 0) return -1;
    return count === 1 ? found[0] : found[randomInteger(chance(), count)];
  };
}
