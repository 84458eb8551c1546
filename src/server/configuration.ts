import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';

/** What the administrator's file says. No key is in it: those come from the environment. */
export interface ServiceConfiguration {
  /** Models that the service may ask. */
  readonly models: readonly EndpointConfiguration[];
  /** Hosts, as `host` or `host:port`, that a model may be at: everything else is refused before a request is made. */
  readonly allowedHosts: readonly string[];
  /** Files of synthesis that jobs may be started from, by name. */
  readonly syntheses: ReadonlyMap<string, string>;
  /** The folder of studies; null if there is none. */
  readonly studies: string | null;
  /** Where jobs find the database, with its password if it has one; by default as the store names it. In no reply and no log. */
  readonly database?: string;
  /** The folder for uploads and files of jobs. */
  readonly data: string;
  /** In bytes. */
  readonly bodyLimit: number;
  readonly uploadLimit: number;
  /** Requests a minute of one key, and of one address without a good key. */
  readonly requestsPerMinute: number;
  readonly refusalsPerMinute: number;
  /** Sessions that are kept ready in memory; others are computed again from their answers when they are asked for. */
  readonly sessionsInMemory: number;
  /** Whether `/metrics` needs no key: where only the own network reaches it. */
  readonly openMetrics: boolean;
  /** Whether the last proxy is believed where a request comes from: only where every request comes through one. */
  readonly trustProxy: boolean;
  /** How long `/ready` says no before connections are refused. */
  readonly drainSeconds: number;
  /** Jobs that run at once. */
  readonly jobs: number;
}
