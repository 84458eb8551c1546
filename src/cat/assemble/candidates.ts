import type { OpenTest, Requirements } from './requirements.ts';

/** Items of class c that a test can still have: no more than its groups and its length allow. */
export function roomOf({ groupsOf }: Requirements, { left, most }: OpenTest, c: number): number {
  let room = left;
  for (const group of groupsOf[c]) room = Math.min(room, most[group]);
  return Math.max(0, room);
}

/**
 * The items of one class that some best test is made of: a list of which nothing is lost.
 *
 * **Without costs** these are the `room` most valuable ones. A test that has another one lacks one of these, as it has at
 * most `room` of the class; exchanging the two leaves all groups as they are and loses no value.
 *
 * **With costs** an item is left out where `room` others are before it: of no less value, of no greater cost, and, where
 * both are equal, of lower position. A test that has it lacks one of them, and the exchange loses no value, saves no less
 * than nothing and keeps all groups. Every exchange moves to an item that is before the old one, so that exchanging
 * ends: with a best test of listed items alone.
 *
 * @param items of one class; put into order of value
 * @param values by item
 * @param costs by item; null if they do not count
 */
export function bestOfClass(
  items: number[],
  room: number,
  values: Float64Array,
  costs: Float64Array | null,
): number[] {
  if (room === 0) return [];
  if (items.length <= room) return items;
  items.sort(
    (x, y) => values[y] - values[x] || (costs === null ? 0 : costs[x] - costs[y]) || x - y,
  );
  if (costs === null) return items.slice(0, room);
  const cheapest = new Greatest(room);
  return items.filter((j) => {
    if (cheapest.isFull && cheapest.top <= costs[j]) return false;
    cheapest.add(costs[j]);
    return true;
  });
}

/** The `size` smallest numbers so far, the greatest of them on top: a binary heap. */
class Greatest {
  readonly #heap: number[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get isFull(): boolean {
    return this.#heap.length === this.#size;
  }

  get top(): number {
    return this.#heap[0];
  }

  /** Adds a number; where the heap is full it is below the top, whose place it takes. */
  add(x: number): void {
    const heap = this.#heap;
    if (!this.isFull) {
      let k = heap.push(x) - 1;
      for (let up = (k - 1) >> 1; k > 0 && heap[up] < x; up = (k - 1) >> 1) {
        heap[k] = heap[up];
        k = up;
      }
      heap[k] = x;
      return;
    }
    let k = 0;
    for (;;) {
      let down = 2 * k + 1;
      if (down + 1 < heap.length && heap[down + 1] > heap[down]) down++;
      if (down >= heap.length || heap[down] <= x) break;
      heap[k] = heap[down];
      k = down;
    }
    heap[k] = x;
  }
}
