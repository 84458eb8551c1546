import type { OpenTest, Requirements } from './requirements.ts';

/** The most items of class c that the groups and the length still allow. */
export function roomOf({ groupsOf }: Requirements, { left, most }: OpenTest, c: number): number {
  let room = left;
  for (const group of groupsOf[c]) room = Math.min(room, most[group]);
  return Math.max(0, room);
}

/**
 * Reduces one class to a list of items such that some best test uses only listed ones.
 *
 * **Without costs** these are the `room` most valuable ones. A test with another item of the class lacks one of these, because
 * it has at most `room` of the class. Exchanging the two changes no group and loses no value.
 *
 * **With costs** an item is left out if `room` others come before it: at least as valuable, at most as costly and, if both are
 * equal, of lower position. A test with the item lacks one of them. Exchanging the two loses no value, adds no cost and changes
 * no group. Each exchange moves to an item that comes earlier, so exchanging ends with a best test of listed items only.
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

/** A binary heap of the `size` smallest numbers so far, with the greatest of them on top. */
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

  /** Adds a number. If the heap is full, the number must be below the top, and replaces it. */
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
