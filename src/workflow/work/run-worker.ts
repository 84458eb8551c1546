import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { fail } from '../../errors.ts';
import { openQueue, type Queue } from '../../queue/queue.ts';
import { serveQueue, type WorkerWatch } from '../../queue/serve-queue.ts';
import type { Store } from '../../store/store.ts';
import type { WorkStore } from '../../store/work/work-store.ts';
import type { WorkerFacts, WorkerState, WorkerStore } from '../../store/work/worker-store.ts';
import { QUEUE_KINDS, type QueueKind } from './queue-kinds.ts';

/** The part of a store that workers use. @throws WORKERS_NEED_POSTGRES for an SQLite file */
export function workOf(
  { work, workers, location }: Store,
  what: string,
): { readonly work: WorkStore; readonly workers: WorkerStore } {
  if (work === null || workers === null) return fail('WORKERS_NEED_POSTGRES', { what, location });
  return { work, workers };
}

/** How a worker runs. */
export interface RunWorkerOptions {
  /** The database of the store, with its password. */
  readonly address: string;
  readonly kinds: readonly QueueKind[];
  readonly threads: number;
  /** The version of thetarank. */
  readonly version: string;
  readonly watch: WorkerWatch;
  /** Called once it takes work. */
  readonly onReady: (facts: WorkerFacts) => void;
  readonly drain: AbortSignal;
  readonly abort: AbortSignal;
}

/** Takes work from the queue of a database until it is drained. @throws WORKERS_NEED_POSTGRES, STORE_UNAVAILABLE */
export async function runWorker(store: Store, options: RunWorkerOptions): Promise<WorkerState> {
  const { kinds, threads, version, watch, onReady, drain, abort } = options;
  const { work, workers } = workOf(store, 'thetarank worker');
  const handlers = kinds.map((kind) => QUEUE_KINDS[kind]({ store, work, version }));
  const queue: Queue = await openQueue(
    options.address,
    handlers.map((handler) => handler.queue),
  );
  const facts = {
    id: randomBytes(6).toString('hex'),
    host: hostname(),
    pid: process.pid,
    version,
    threads,
    queues: kinds,
  };
  try {
    onReady(facts);
    return await serveQueue({ queue, workers, handlers, facts, watch, drain, abort });
  } finally {
    await queue.close();
  }
}
