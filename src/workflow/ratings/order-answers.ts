import { type RandomStream, shuffle } from '../../random.ts';

/** What should not stand side by side. */
interface Ordered {
  readonly item: string;
  readonly model: string;
}

/** How bad two neighbours are: of one item worse than of one model. */
const SAME_ITEM = 2;
const SAME_MODEL = 1;
/** How often all places are looked at: one exchange can make another one possible. */
const ROUNDS = 3;

/**
 * A random order in which answers to one item, and answers of one model, stand apart where that is possible: after shuffling, each
 * answer that stands beside such a one changes places with the first other whose exchange makes the neighbours best.
 * @param answers positions in `about`
 */
export function orderAnswers(
  answers: readonly number[],
  about: readonly Ordered[],
  random: RandomStream,
): number[] {
  const order = shuffle([...answers], random);
  const cost = (k: number) => {
    if (k <= 0 || k >= order.length) return 0;
    const [one, other] = [about[order[k - 1]], about[order[k]]];
    return (one.item === other.item ? SAME_ITEM : 0) + (one.model === other.model ? SAME_MODEL : 0);
  };
  const around = (i: number, j: number) => {
    let sum = 0;
    for (const k of new Set([i, i + 1, j, j + 1])) sum += cost(k);
    return sum;
  };
  const swap = (i: number, j: number) => {
    [order[i], order[j]] = [order[j], order[i]];
  };
  const turns = Array.from({ length: ROUNDS }, () => [...order.keys()]).flat();
  for (const i of turns) {
    if (cost(i) === 0 && cost(i + 1) === 0) continue;
    let best = i;
    let gain = 0;
    for (let step = 1; step < order.length; step++) {
      const j = (i + step) % order.length;
      const before = around(i, j);
      swap(i, j);
      const found = before - around(i, j);
      swap(i, j);
      if (found > gain) [best, gain] = [j, found];
      // Nothing better can come: both neighbours of this place are good.
      if (gain > 0 && gain >= before) break;
    }
    if (gain > 0) swap(i, best);
  }
  return order;
}
