/** A pool of any work; tasks and results of all works pass through it, packed. */
export interface AnyPool {
  /** @param lost aborted when another worker may have the task: of work that costs something, nothing more is begun */
  run(
    // biome-ignore lint/suspicious/noExplicitAny: see above
    task: any,
    onStep: (step: unknown) => void,
    lost: AbortSignal,
    // biome-ignore lint/suspicious/noExplicitAny: see above
  ): Promise<any>;
  close(): Promise<void>;
}

/** How a worker does the tasks of a computation, found by the name of the work: never by a path from the database. */
export interface RegisteredWork {
  /** True for work that waits rather than computes: one pool serves all threads of the worker. */
  readonly isShared: boolean;
  /** @param stop aborted when the process that hands out the tasks asks them to end */
  open(data: unknown, stop: AbortSignal): AnyPool | Promise<AnyPool>;
}

/** All works by name. */
export type WorkTable = Readonly<Record<string, () => Promise<RegisteredWork>>>;
