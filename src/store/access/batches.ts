import { setImmediate } from 'node:timers/promises';

/** Rows of one statement: with the 22 columns of an answer 11,000 parameters, of the 32,766 that SQLite takes. */
export const BATCH = 500;

/** `rows` in pieces of `size`, the last one shorter. */
export function* batches<T>(rows: readonly T[], size = BATCH): Generator<readonly T[]> {
  for (let k = 0; k < rows.length; k += size) yield rows.slice(k, k + size);
}

/**
 * Reads page by page, each with a query of its own, so that a slow reader holds neither a connection nor a lock.
 * Between pages signals and timers have their turn: SQLite answers at once.
 */
export async function* pages<Row>(
  next: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await next(last);
    if (rows.length === 0) return;
    yield* rows;
    last = rows[rows.length - 1];
    await setImmediate();
  }
}
