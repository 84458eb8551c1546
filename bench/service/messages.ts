/** What the benchmark tells the process of the service. */
export interface HostOptions {
  readonly folder: string;
  /** The address of a PostgreSQL; by default an SQLite file in the folder. */
  readonly database?: string;
  readonly bank: string;
  readonly strategy: string;
  readonly sessions: number;
  /** Sessions that have ended, each of another examinee, on one leaderboard; left out, none. In SQLite only. */
  readonly ended?: number;
  /** Where it sends traces; left out, it makes none. */
  readonly collector?: string;
}

/** What that says once it listens. */
export interface HostReport {
  readonly url: string;
  readonly key: string;
  /** With the first item of each. */
  readonly sessions: { id: string; item: string }[];
  /** In ms, with the preparation of the bank. */
  readonly creating: number;
  /** In bytes. */
  readonly rss: number;
}

/** Messages to the process that sends requests. */
export interface LoadOptions {
  readonly url: string;
  readonly key: string;
  readonly sessions: HostReport['sessions'];
  readonly connections: number;
  /** In seconds. */
  readonly duration: number;
  /** True to call the handler that does nothing. */
  readonly isEmpty: boolean;
}

/** What came of it. */
export interface LoadReport {
  readonly requests: number;
  readonly perSecond: number;
  /** In ms. */
  readonly p50: number;
  readonly p99: number;
  readonly highest: number;
  /** Replies that were not 200. */
  readonly failed: number;
  /** With the item that each waits for now. */
  readonly sessions: HostReport['sessions'];
}
