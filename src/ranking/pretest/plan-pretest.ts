import { randomStream } from '../../random.ts';
import type { PretestPlan } from './pretest-plan.ts';

/** A test chooses from this many items: what is kept with it stays small, however many items are new. */
const MOST_ITEMS = 100;

/** The plan of a test from what is known: of many items those with the fewest answers, and of equals some by the seed. */
export function planPretest(
  known: Omit<PretestPlan, 'count'>,
  count: number,
  seed: string | number,
): PretestPlan {
  const random = randomStream(seed, 'pretest-items');
  const order = known.items.map((item) => ({ item, draw: random() }));
  const some = order
    .sort((x, y) => x.item.answers - y.item.answers || x.draw - y.draw)
    .slice(0, MOST_ITEMS);
  return { ...known, count, items: some.map(({ item }) => item) };
}
