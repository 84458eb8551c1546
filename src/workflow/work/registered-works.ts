import type { WorkTable } from '../../queue/registered-work.ts';
import type { Store } from '../../store/store.ts';
import { openPool, type PoolWork } from '../../threads/thread-pool.ts';
import type { ChunkData } from '../synthesis/workers/chunk-work.ts';

/** All works whose tasks workers do, by name. */
export const registeredWorks = (store: Store): WorkTable => ({
  'monte-carlo': async () =>
    onThreads((await import('../../../sim/monte-carlo/run/run-blocks.ts')).BLOCK_WORK),
  'test-length': async () =>
    onThreads((await import('../../../sim/test-length/replication-threads.ts')).REPLICATION_WORK),
  synthesis: async () => {
    const { serveChunks } = await import('../synthesis/workers/serve-chunks.ts');
    return {
      isShared: true,
      open: (data, stop) => serveChunks(store, data as ChunkData, stop),
    };
  },
});

/** One thread for each of the tasks that a worker does at the same time: an error ends only the thread of its task. */
function onThreads<Data, Task, Result, Step>(
  work: Omit<PoolWork<Data, Task, Result, Step>, 'data'>,
) {
  return {
    isShared: false,
    open: (data: unknown) => openPool({ ...work, data: data as Data }, 1),
  };
}
