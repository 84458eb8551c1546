import type { WorkTable } from '../../queue/registered-work.ts';
import { openPool, type PoolWork } from '../../threads/thread-pool.ts';

/** All works whose tasks workers do, by name. */
export const REGISTERED_WORKS: WorkTable = {
  'monte-carlo': async () =>
    onThreads((await import('../../../sim/monte-carlo/run/run-blocks.ts')).BLOCK_WORK),
  'test-length': async () =>
    onThreads((await import('../../../sim/test-length/replication-threads.ts')).REPLICATION_WORK),
};

/** One thread for each of the tasks that a worker does at the same time: an error ends only the thread of its task. */
function onThreads<Data, Task, Result, Step>(
  work: Omit<PoolWork<Data, Task, Result, Step>, 'data'>,
) {
  return {
    isShared: false,
    open: (data: unknown) => openPool({ ...work, data: data as Data }, 1),
  };
}
