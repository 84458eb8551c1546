import type { QueueWorkers } from '../../queue/queue-workers.ts';
import type { Store } from '../../store/store.ts';
import type { WorkerRow } from '../../store/work/worker-store.ts';
import { workOf } from '../../workflow/work/work-of.ts';

/** Whose workers do tasks, and for which process. */
export interface WorkersOf {
  /** A PostgreSQL database. */
  readonly store: Store;
  /** Its address, with a password. */
  readonly address: string;
  /** Of thetarank. */
  readonly version: string;
  /** Is told every few seconds of the workers that are there. */
  readonly onWorkers?: (alive: readonly WorkerRow[]) => void;
  /** Has something done before an interrupt ends this process. @returns what ends this */
  beforeEnd(act: () => Promise<void>): () => void;
}

/** Calls `use` with the workers of a database. @throws WORKERS_NEED_POSTGRES, STORE_UNAVAILABLE */
export async function withQueueWorkersOf<T>(
  { store, address, version, onWorkers = () => {}, beforeEnd }: WorkersOf,
  use: (workers: QueueWorkers) => Promise<T>,
): Promise<T> {
  const { work, workers } = workOf(store, '--on workers');
  const { openQueue } = await import('../../queue/queue.ts');
  const { queueWorkers } = await import('../../queue/queue-workers.ts');
  const { taskQueue } = await import('../../queue/work-names.ts');
  const queue = await openQueue(address, [taskQueue(version)]);
  try {
    onWorkers(await workers.alive());
    const remote = queueWorkers({ work, workers, queue, version, onWorkers });
    const stays = beforeEnd(() => remote.leave());
    try {
      return await use(remote);
    } finally {
      stays();
    }
  } finally {
    await queue.close();
  }
}
