import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { openQueue, type Queue } from '../../queue/queue.ts';
import { serveQueue, type WorkerWatch } from '../../queue/serve-queue.ts';
import type { SharedFiles } from '../../shared-files/shared-files.ts';
import type { Store } from '../../store/store.ts';
import type { WorkerFacts, WorkerState } from '../../store/work/worker-store.ts';
import { studyFiles } from '../../workflow/studies/kept/study-files.ts';
import { workOf } from '../../workflow/work/work-of.ts';
import { jobFiles } from '../running/job-files.ts';
import { type HandlerServices, QUEUE_KINDS, type QueueKind } from './queue-kinds.ts';

/** How a worker runs. */
export interface RunWorkerOptions {
  /** The database of the store, with its password. */
  readonly address: string;
  readonly kinds: readonly QueueKind[];
  readonly threads: number;
  /** Jobs at the same time, beside the threads. */
  readonly jobs: number;
  /** The place of uploads. */
  readonly files: SharedFiles;
  /** The folder for copies of files that jobs read. */
  readonly data: string;
  /** The version of thetarank. */
  readonly version: string;
  readonly watch: WorkerWatch;
  readonly log: HandlerServices['log'];
  /** Called once it takes work. */
  readonly onReady: (facts: WorkerFacts) => void;
  readonly drain: AbortSignal;
  readonly abort: AbortSignal;
}

/** Takes work from the queue of a database until it is drained. @throws WORKERS_NEED_POSTGRES, STORE_UNAVAILABLE */
export async function runWorker(store: Store, options: RunWorkerOptions): Promise<WorkerState> {
  const { kinds, threads, jobs, version, watch, log, onReady, drain, abort } = options;
  const { work, workers } = workOf(store, 'thetarank worker');
  const { address: database, files: shared, data } = options;
  const { location } = store;
  const files = jobFiles(shared, { location, data, randomBytes, log });
  const queue: Queue = await openQueue(
    database,
    kinds.map((kind) => QUEUE_KINDS[kind].queueOf(version)),
  );
  const facts = {
    id: randomBytes(6).toString('hex'),
    host: hostname(),
    pid: process.pid,
    version,
    threads,
    queues: kinds,
  };
  const place = { database, location, files, studies: studyFiles(shared, store), version };
  const services = { store, work, workers, queue, facts, place, jobs, log };
  const handlers = kinds.map((kind) => QUEUE_KINDS[kind].handler(services));
  try {
    files.sweepCopies();
    onReady(facts);
    return await serveQueue({ queue, workers, handlers, facts, watch, drain, abort });
  } finally {
    await queue.close();
  }
}
