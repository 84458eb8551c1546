import { availableParallelism } from 'node:os';
import type { Where } from '../../operations/operation.ts';
import type { QueueWorkers } from '../../queue/queue-workers.ts';
import type { Store } from '../../store/store.ts';
import type { WorkerRow } from '../../store/work/worker-store.ts';
import type { Workers } from '../../threads/thread-pool.ts';
import { beforeEnd } from '../../tracing/end-process.ts';
import { workOf } from '../../workflow/work/work-of.ts';

/** Whose workers do tasks. */
export interface WorkersOf {
  /** Its address, with a password. */
  readonly database: string;
  /** Of thetarank: only workers of the same do its tasks. */
  readonly version: string;
  /** Opens the store of the database. */
  readonly open: <T>(use: (store: Store) => Promise<T>) => Promise<T>;
  /** Is told every few seconds of the workers that are there. */
  onWorkers(alive: readonly WorkerRow[], store: Store): void;
}

/** Calls `use` with the threads or workers that options name. @throws WORKERS_NEED_POSTGRES, STORE_UNAVAILABLE */
export function withWorkers<T>(
  { on, workers = availableParallelism() }: Where,
  of: () => WorkersOf,
  use: (workers: Workers) => Promise<T>,
): Promise<T> {
  return on === 'workers' ? withQueueWorkers(of(), use) : use(workers);
}

/** Calls `use` with the workers of a database. @throws WORKERS_NEED_POSTGRES, STORE_UNAVAILABLE */
export function withQueueWorkers<T>(
  { database, version, open, onWorkers }: WorkersOf,
  use: (workers: QueueWorkers) => Promise<T>,
): Promise<T> {
  return open(async (store) => {
    const { work, workers } = workOf(store, '--on workers');
    const { openQueue } = await import('../../queue/queue.ts');
    const { queueWorkers } = await import('../../queue/queue-workers.ts');
    const { taskQueue } = await import('../../queue/work-names.ts');
    const queue = await openQueue(database, [taskQueue(version)]);
    const tell = (alive: readonly WorkerRow[]) => onWorkers(alive, store);
    try {
      tell(await workers.alive());
      const remote = queueWorkers({ work, workers, queue, version, onWorkers: tell });
      const stays = beforeEnd(() => remote.leave());
      try {
        return await use(remote);
      } finally {
        stays();
      }
    } finally {
      await queue.close();
    }
  });
}
