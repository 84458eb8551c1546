/** What a worker is. */
export interface WorkerFacts {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** The version of thetarank. */
  readonly version: string;
  readonly threads: number;
  /** The queues that it takes work from. */
  readonly queues: readonly string[];
}

/** What a worker has done since its start. */
export interface WorkerState {
  readonly active: number;
  readonly done: number;
  /** Tries that went wrong. */
  readonly failed: number;
  /** Whether it takes nothing new. */
  readonly draining: boolean;
}

/** A worker as it is listed. Times are those of the server, ISO 8601. */
export interface WorkerRow extends WorkerFacts, WorkerState {
  readonly startedAt: string;
  readonly renewedAt: string;
}

/** The processes that take work from the queue. */
export interface WorkerStore {
  /** Says that a worker is there, and what it has done. */
  renew(worker: WorkerFacts, state: WorkerState): Promise<void>;
  leave(id: string): Promise<void>;
  /** Those that were there within the last seconds, oldest first. */
  alive(): Promise<WorkerRow[]>;
}
