/** Columns of a matrix of `examinees` rows and `items` columns. */
export interface AnswerColumns {
  readonly examinees: number;
  readonly items: number;
  /** The matrices whose columns are compared, row by row: scores, and how often each counts. An empty one is left out. */
  readonly matrices: readonly Float32Array[];
}

/**
 * Of each item from `from` to `to` − 1, the first item there that has the same answers of every examinee. What follows from the
 * answers alone needs to be computed once for all items that share them: a dozen examinees answer tens of thousands of items in
 * some thousand ways.
 *
 * @param isAlike what else must be equal, of an item and an earlier one
 * @returns one entry per item, `from` first: the position of that first item; its own if there is none before it
 */
export function firstEqualItems(
  columns: AnswerColumns,
  from: number,
  to: number,
  isAlike: (item: number, earlier: number) => boolean = () => true,
): Int32Array {
  const first = new Int32Array(to - from);
  const hashes = hashColumns(columns, from, to);
  /** By hash, the latest item that is the first of its kind; and for each of these the one before it with the same hash. */
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
        // The low bits of a score such as 1 are all 0: the high ones are mixed in.
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
