/** A computation as it is begun. */
export interface WorkFacts {
  /** The name of the code that does its tasks. */
  readonly name: string;
  /** The version of thetarank. */
  readonly version: string;
  /** SHA-256 of name, version and data: the same for a computation that is started again. */
  readonly hash: string;
  readonly data: Uint8Array;
}

/** A computation that begins. */
export interface NewWork extends WorkFacts {
  /** How many tasks it has; null if that is not known in advance. */
  readonly tasks: number | null;
}

/** How far a computation is, over all workers. Times are those of the server, ISO 8601. */
export interface WorkProgress {
  readonly id: string;
  /** The name of the code that does its tasks. */
  readonly name: string;
  /** The version of thetarank. */
  readonly version: string;
  /** When the command that hands out its tasks began it, or took it over. */
  readonly begunAt: string;
  /** Whether that command is there; if not, workers still do what it has handed out. */
  readonly isAlive: boolean;
  /** Whether its tasks have been asked to end early. */
  readonly isStopping: boolean;
  readonly tasks: {
    /** How many there are; null if that is not known in advance. */
    readonly all: number | null;
    readonly handedOut: number;
    readonly done: number;
    /** Those that ended with an error, which ends the command. */
    readonly failed: number;
  };
  /** Tasks done per second over the last minute, or since its begin if that is later; null within its first second. */
  readonly perSecond: number | null;
  /** Null if the rate or the number of tasks is not known, or the computation does not go on. */
  readonly secondsLeft: number | null;
}

/** What came of a task; `failed` if it is an error. */
export interface WorkResult {
  readonly key: string;
  readonly result: Uint8Array;
  readonly failed: boolean;
}

/** Computations whose tasks other processes do. Everything is removed with its computation. */
export interface WorkStore {
  /**
   * Begins a computation, or takes over the last one of the same hash: its results are kept, its errors are not. The process that had
   * it, if there still is one, hears of it by `renew`.
   * @param owner the process that begins it
   * @param isApart whether a computation that another process is at work on stays that one's
   */
  begin(
    work: NewWork,
    owner: string,
    isApart: boolean,
  ): Promise<{ readonly id: string; readonly isTakenOver: boolean }>;
  /** Removes all computations of a hash. */
  endAll(hash: string): Promise<void>;
  /** Says that its owner is there. @returns false if it has ended meanwhile, or has another owner */
  renew(id: string, owner: string): Promise<boolean>;
  /** Asks its tasks to end as soon as they can. */
  stop(id: string, owner: string): Promise<void>;
  /** Keeps it for the next process that begins the same. */
  release(id: string, owner: string): Promise<void>;
  /** Removes it, if it still has this owner. */
  end(id: string, owner: string): Promise<void>;
  addTasks(
    id: string,
    tasks: readonly { readonly key: string; readonly task: Uint8Array }[],
  ): Promise<string[]>;
  /** The results that are there of some tasks, at most `most` of them. */
  results(id: string, keys: readonly string[], most: number): Promise<WorkResult[]>;
  /** Undefined if it has ended. */
  work(id: string): Promise<WorkFacts | undefined>;
  /** A task, and whether it has a result; undefined if its computation has ended. */
  task(
    id: string,
    key: string,
  ): Promise<{ readonly task: Uint8Array; readonly isDone: boolean } | undefined>;
  /** Keeps a result. A second one of the same task is left out, and one of a computation that has ended. */
  keepResult(id: string, result: WorkResult): Promise<void>;
  /** How far all computations are, the oldest first. */
  progress(): Promise<WorkProgress[]>;
  /** Which of these computations go on: they have neither ended nor been asked to stop. */
  goingOn(ids: readonly string[]): Promise<string[]>;
  /** Removes computations that no process has touched for `days`. */
  purge(days: number): Promise<void>;
}
