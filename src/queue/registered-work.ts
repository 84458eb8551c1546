import type { ThreadPool } from '../threads/thread-pool.ts';

/** A pool of any work. */
// biome-ignore lint/suspicious/noExplicitAny: tasks and results of all works pass through it, packed
export type AnyPool = ThreadPool<any, any, any>;

/** How a worker does the tasks of a computation, found by the name of the work: never by a path from the database. */
export interface RegisteredWork {
  /** True for work that waits rather than computes: one pool serves all threads of the worker. */
  readonly isShared: boolean;
  /** @param stop aborted when the process that hands out the tasks asks them to end */
  open(data: unknown, stop: AbortSignal): AnyPool | Promise<AnyPool>;
}

/** All works by name. */
export type WorkTable = Readonly<Record<string, () => Promise<RegisteredWork>>>;
