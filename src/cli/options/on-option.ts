import { fail } from '../../errors.ts';
import { type WorkersOf, withQueueWorkers, withWorkers } from '../../jobs/running/with-workers.ts';
import { plural } from '../../numbers.ts';
import type { QueueWorkers } from '../../queue/queue-workers.ts';
import type { WorkerRow } from '../../store/work/worker-store.ts';
import type { Workers } from '../../threads/thread-pool.ts';
import { printNote } from '../output/typed-commands.ts';
import { readVersion } from '../version.ts';
import {
  type DatabaseOptions,
  databaseArgument,
  postgresAddress,
  withStore,
} from './database-option.ts';

/** Where a computation is done. */
export interface OnOptions extends DatabaseOptions {
  readonly on?: 'threads' | 'workers';
  readonly workers?: number;
}

/** @throws OPTIONS_CONFLICT, WORKERS_NEED_POSTGRES for what is wrong before anything is done */
export function checkOn(options: OnOptions): void {
  if (options.on !== 'workers') return;
  if (options.workers !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--workers, --on workers',
      reason: '--workers is a number of threads of this machine. Leave one of them out.',
    });
  postgresAddress(options, '--on workers');
}

/** Calls `use` with the threads or workers that the options name, once `checkOn` has passed. @throws STORE_UNAVAILABLE */
export function withWorkersOf<T>(
  options: OnOptions,
  use: (workers: Workers) => Promise<T>,
): Promise<T> {
  return withWorkers(options, () => workersOf(options), use);
}

/** As `withWorkersOf`; null for this process. */
export function withWorkersOrNone<T>(
  options: OnOptions,
  use: (workers: QueueWorkers | null) => Promise<T>,
): Promise<T> {
  return options.on === 'workers' ? withQueueWorkers(workersOf(options), use) : use(null);
}

function workersOf(options: OnOptions): WorkersOf {
  const version = readVersion();
  let last = '';
  return {
    database: postgresAddress(options, '--on workers'),
    version,
    open: (use) => withStore(options, use),
    onWorkers(alive, { location }) {
      const text = workersText(alive, version, databaseArgument(location));
      if (text !== last) printNote(text);
      last = text;
    },
  };
}

function workersText(alive: readonly WorkerRow[], version: string, database: string): string {
  const own = alive.filter((row) => row.queues.includes('tasks') && row.version === version);
  if (own.length > 0) {
    const threads = own.reduce((sum, row) => sum + row.threads, 0);
    return `On ${plural(own.length, 'worker')} with ${plural(threads, 'thread')}.`;
  }
  const others = [...new Set(alive.map((row) => row.version))].filter((other) => other !== version);
  const why =
    others.length === 0
      ? 'No worker is running'
      : `No worker of version ${version} is running (there are some of ${others.join(', ')})`;
  return `${why}: tasks wait. Start one on any machine that reaches the database: thetarank worker${database}`;
}
