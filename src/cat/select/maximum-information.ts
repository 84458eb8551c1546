import { randomInteger } from '../../random.ts';
import type { Selector } from './selector.ts';

/** One of the `best` most informative eligible items, each equally likely; with `best` = 1 the most informative one. */
export function maximumInformation(best: number): Selector {
  const found = new Int32Array(best);
  return ({ bank, ability, eligible, chance }) => {
    const count = bank.index.find(ability, eligible, found);
    if (count === 0) return -1;
    return count === 1 ? found[0] : found[randomInteger(chance(), count)];
  };
}
