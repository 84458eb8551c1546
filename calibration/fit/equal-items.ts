/** Columns of a matrix of `examinees` rows and `items` columns. */
export interface AnswerColumns {
  readonly examinees: number;
  readonly items: number;
  /** The matrices whose columns are compared: scores, and the weights of answers. An empty one is ignored. */
  readonly matrices: readonly Float32Array[];
}

/**
 * For each item from `from` to `to` − 1, the first item in this range with the same answers from every examinee. Results that
 * depend only on the answers are then computed once for all such items: a dozen examinees answer tens of thousands of items in
 * about a thousand patterns.
 *
 * @param isAlike further condition for an item and an earlier one to be equal
 * @returns one entry per item, `from` first: the position of that first item; its own if none comes before it
 */
export function firstEqualItems(
  columns: AnswerColumns,
  from: number,
  to: number,
  isAlike: (item: number, earlier: number) => boolean = () => true,
): Int32Array {
  const first = new Int32Array(to - from);
  const hashes = hashColumns(columns, from, to);
  /** By hash, the latest item that is the first of its kind; for each of these, the previous one with the same hash. */
  const latest = new Map<number, number>();
  const before = new Int32Array(to - from).fill(-1);
  for (let j = from; j < to; j++) {
    const hash = hashes[j - from];
    const last = latest.get(hash) ?? -1;
    let found = last;
    while (found >= 0 && !(hasEqualAnswers(columns, j, found) && isAlike(j, found)))
      found = before[found - from];
    first[j - from] = found < 0 ? j : found;
    if (found >= 0) continue;
    before[j - from] = last;
    latest.set(hash, j);
  }
  return first;
}

/** FNV-1a over the bits of each column, a word at a time. */
function hashColumns(
  { examinees, items, matrices }: AnswerColumns,
  from: number,
  to: number,
): Uint32Array {
  const hashes = new Uint32Array(to - from).fill(2166136261);
  for (const matrix of matrices.filter(({ length }) => length > 0)) {
    const bits = new Uint32Array(matrix.buffer, matrix.byteOffset, matrix.length);
    for (let i = 0; i < examinees; i++)
      for (let j = from, at = i * items + from; j < to; j++, at++) {
        // The low bits of a score such as 1 are all 0, so mix in the high ones.
        const mixed = hashes[j - from] ^ bits[at] ^ (bits[at] >>> 15);
        hashes[j - from] = Math.imul(mixed, 16777619);
      }
  }
  return hashes;
}

function hasEqualAnswers(
  { examinees, items, matrices }: AnswerColumns,
  j: number,
  k: number,
): boolean {
  for (const matrix of matrices) {
    if (matrix.length === 0) continue;
    for (let i = 0; i < examinees; i++)
      if (!Object.is(matrix[i * items + j], matrix[i * items + k])) return false;
  }
  return true;
}
