/**
 * For each item, the chance of every summed score on all *other* items at each node of ability: a row per summed score 0 … J − 1, a
 * column per node, without the item itself.
 *
 * Lord and Wingersky's recursion adds an item to a distribution in one pass: f(s) ← f(s) Q + f(s − 1) P. To leave out each item in
 * turn, the items are halved again and again: the one half is added before the other is divided further. This takes J² log J steps per
 * node instead of J³, and nothing is subtracted, so all terms stay positive.
 *
 * @param right probability of a right answer, items × nodes, row by row
 * @param each called once per item, in their order, with its distribution (J × nodes), which is overwritten afterwards
 * @see Lord & Wingersky (1984), Applied Psychological Measurement 8, 453–461
 */
export function withoutEachItem(
  right: Float64Array,
  items: number,
  nodes: number,
  each: (item: number, rest: Float64Array) => void,
): void {
  const levels = Math.ceil(Math.log2(Math.max(1, items))) + 1;
  const tables = Array.from({ length: levels }, () => new Float64Array(items * nodes));
  tables[0].fill(1, 0, nodes);
  const leaveOut = (from: number, to: number, level: number, added: number): void => {
    const table = tables[level];
    if (to - from === 1) {
      each(from, table);
      return;
    }
    const middle = (from + to) >> 1;
    for (const [keep, drop] of [
      [
        [middle, to],
        [from, middle],
      ],
      [
        [from, middle],
        [middle, to],
      ],
    ] as const) {
      const next = tables[level + 1];
      const used = (added + 1) * nodes;
      next.set(table.subarray(0, used));
      next.fill(0, used);
      let count = added;
      for (let j = keep[0]; j < keep[1]; j++) addItem(next, right, j, count++, nodes);
      leaveOut(drop[0], drop[1], level + 1, count);
    }
  };
  if (items > 0) leaveOut(0, items, 0, 0);
}

/** Adds item `j` to the distribution of the sum of `count` items. */
function addItem(
  table: Float64Array,
  right: Float64Array,
  j: number,
  count: number,
  nodes: number,
): void {
  const own = j * nodes;
  for (let s = count + 1; s >= 0; s--)
    for (let q = 0; q < nodes; q++) {
      const p = right[own + q];
      const stay = s <= count ? table[s * nodes + q] * (1 - p) : 0;
      const move = s > 0 ? table[(s - 1) * nodes + q] * p : 0;
      table[s * nodes + q] = stay + move;
    }
}
