export interface StoreOptions {
  /** Dates replies in the cache. */
  readonly clock: () => Date;
  /** How long to wait for another process's lock, or for a connection, in ms; default `PATIENCE`. */
  readonly patience?: number;
  /** How long a lease lasts without a word of its holder, in ms; default LEASE. For tests: all processes on a database need the same. */
  readonly lease?: number;
  /** Brings an open file to the disk, for SQLite; for tests of what waits for it. */
  readonly sync?: (file: number) => Promise<void>;
}

/** In ms: an import of a large bank keeps others waiting for half of it. */
export const PATIENCE = 60_000;
