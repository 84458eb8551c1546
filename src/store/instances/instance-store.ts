/** The channel of the notices of instances that leave: their work is free. */
export const LEFT = 'instances-left';

/** A process that works with a shared database, as others see it. Times are ISO 8601, by the database's clock. */
export interface InstanceRow {
  readonly id: string;
  /** The name of its machine. */
  readonly host: string;
  readonly pid: number;
  /** Of thetarank. */
  readonly version: string;
  readonly startedAt: string;
  readonly renewedAt: string;
  /** Whether it has said within the length of a lease that it is at work. */
  readonly isAlive: boolean;
}

/** What an instance says of itself. */
export interface InstanceFacts {
  /** Of thetarank. */
  readonly version: string;
}

/** This process as one of several on one database, until it leaves. */
export interface Instance {
  readonly id: string;
  /**
   * Aborted when leases taken until now count as lost: work under them has to stop, because another instance may do it. Read it before
   * `hold`: once leases can be taken again, it is another signal.
   */
  readonly lost: AbortSignal;
  /**
   * Takes the lease of a name: true if nobody has it, its holder has lapsed, or this instance has it already. It lasts until it is
   * released, or lost.
   * @throws STORE_UNAVAILABLE
   */
  hold(name: string): Promise<boolean>;
  /** Gives a lease back; others may take it. @throws STORE_UNAVAILABLE */
  release(name: string): Promise<void>;
  /** Those of some names that no living instance has. @throws STORE_UNAVAILABLE */
  free(names: readonly string[]): Promise<string[]>;
  /** Gives back all leases, and tells the others (`LEFT`). */
  leave(): Promise<void>;
}

/** The processes on a shared database. */
export interface InstanceStore {
  /** Registers this process. @throws STORE_UNAVAILABLE */
  join(facts: InstanceFacts): Promise<Instance>;
  /** The oldest first, with those that fell silent within the last hour. */
  list(): Promise<InstanceRow[]>;
}
