import type { Answerer } from './answerer.ts';
import type { FaultRates } from './faults.ts';

/** How long a reply takes: uniform between `mean` − `jitter` and `mean` + `jitter` milliseconds. */
export interface Latency {
  readonly mean: number;
  readonly jitter: number;
}

export interface StandInOptions {
  /** Who answers; the models of all of them are served. Of a name that two have, the first has it. */
  readonly answerers: readonly Answerer[];
  /** Of faults and latencies, 1 by default. */
  readonly seed?: number;
  readonly faults?: FaultRates;
  readonly latency?: Latency;
  /** What `slow` adds, in milliseconds: 2,000 by default. */
  readonly slow?: number;
  /** The seconds of the header Retry-After: 1 by default. */
  readonly retryAfter?: number;
  /** How long `timeout` holds a connection, in milliseconds: 10 minutes by default. */
  readonly hang?: number;
  /** Before a batch is worked on, in milliseconds: 0 by default. */
  readonly batchDelay?: number;
  /** Required as `Authorization: Bearer KEY`, where given. */
  readonly key?: string;
  /** The most bytes of a request: 8 MiB by default. */
  readonly bodyLimit?: number;
  /** The most bytes of an uploaded file: 128 MiB by default. */
  readonly uploadLimit?: number;
}
