import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import type { FilesPlace } from '../shared-files/files-place.ts';

/** The administrator's file. It contains no API keys; those come from the environment. */
export interface ServiceConfiguration {
  /** Models that the service may ask. */
  readonly models: readonly EndpointConfiguration[];
  /** Allowed hosts of models, as `host` or `host:port`; all others are refused before a request is made. */
  readonly allowedHosts: readonly string[];
  /** Files of synthesis that jobs may be started from, by name. */
  readonly syntheses: ReadonlyMap<string, string>;
  /** Refreshes of calibrations that the service starts by itself. */
  readonly refreshes: readonly ScheduledRefresh[];
  /** A folder of studies on this machine; null if there is none. */
  readonly studies: string | null;
  /**
   * The database for jobs, with its password if it has one; by default the store's location. It appears in no reply and no log.
   */
  readonly database?: string;
  /** Where uploads and studies are; null: in PostgreSQL, or beside a file of SQLite. */
  readonly files: FilesPlace | null;
  /** The folder for files of jobs on this machine. */
  readonly data: string;
  /** In bytes. */
  readonly bodyLimit: number;
  readonly uploadLimit: number;
  /** Requests per minute of one key, and of one address without a valid key. */
  readonly requestsPerMinute: number;
  readonly refusalsPerMinute: number;
  /** Sessions kept ready in memory; others are recomputed from their answers on request. */
  readonly sessionsInMemory: number;
  /** Whether `/metrics` needs no key, for a service reachable only from its own network. */
  readonly openMetrics: boolean;
  /** Whether to trust the client address from the last proxy; only if every request comes through one. */
  readonly trustProxy: boolean;
  /** Time during which `/ready` reports not ready before connections are refused. */
  readonly drainSeconds: number;
  /** Jobs that this process runs at once; 0: workers run them. */
  readonly jobs: number;
}

/** When the calibration of a bank is refreshed. */
export interface ScheduledRefresh {
  readonly bank: string;
  /** In ms since the last one, if there are new models at all; null: time does not matter. */
  readonly every: number | null;
  /** As soon as this many new models have answered; null: their number does not matter. */
  readonly afterModels: number | null;
  /** Whether it is in force at once; else it is a proposal. */
  readonly accept: boolean;
}
