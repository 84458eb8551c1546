/** Least size of a batch, and its size as a share of the items asked so far: later answers change less. */
const BATCH = 10;
const BATCH_SHARE = 0.05;

/** Items that a model is asked at a time, given the items it was asked and those of the bank. */
export function batchSize(items: number, available: number): number {
  return Math.min(available - items, Math.max(BATCH, Math.ceil(BATCH_SHARE * items)));
}

/**
 * Numbers of items over all models at which a run is looked at, ascending: after each round in which every model has had a
 * batch, and at `also`. All runs are looked at equally often, however they distribute items. Otherwise the run with more looks
 * would reach a number of decided pairs earlier, because that number fluctuates.
 *
 * @param available number of items of each model
 * @param first items of each model before the first look
 */
export function lookGrid(
  available: readonly number[],
  first: number,
  also: readonly number[] = [],
): number[] {
  const sum = (items: readonly number[]) => items.reduce((total, count) => total + count, 0);
  const all = sum(available);
  let items = available.map((most) => Math.min(first, most));
  const looks = [sum(items)];
  while (looks[looks.length - 1] < all) {
    items = items.map((count, i) => count + batchSize(count, available[i]));
    looks.push(sum(items));
  }
  const within = also.filter((spent) => spent > looks[0] && spent < all);
  return [...new Set([...looks, ...within])].sort((x, y) => x - y);
}
