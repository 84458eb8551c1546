import type { Queue } from '../../queue/queue.ts';
import type { QueueHandler } from '../../queue/serve-queue.ts';
import { taskHandler } from '../../queue/task-handler.ts';
import { taskQueue } from '../../queue/work-names.ts';
import { EVENTS } from '../../store/instances/notices.ts';
import type { Store } from '../../store/store.ts';
import type { WorkStore } from '../../store/work/work-store.ts';
import type { WorkerFacts, WorkerStore } from '../../store/work/worker-store.ts';
import { registeredWorks } from '../../workflow/work/registered-works.ts';
import { jobHandler } from '../queue/job-handler.ts';
import { jobQueue } from '../queue/job-message.ts';
import type { JobPlace } from '../running/execute-job.ts';

/** The services of handlers. */
export interface HandlerServices {
  readonly store: Store;
  readonly work: WorkStore;
  readonly workers: WorkerStore;
  readonly queue: Queue;
  readonly facts: WorkerFacts;
  /** Where jobs run. */
  readonly place: JobPlace;
  /** Jobs at the same time. */
  readonly jobs: number;
  readonly log: (
    level: 'info' | 'warn' | 'error',
    event: string,
    facts: Readonly<Record<string, unknown>>,
  ) => void;
}

/** How messages of one kind are taken. */
interface QueueKindParts {
  queueOf(version: string): string;
  handler(services: HandlerServices): QueueHandler;
}

/** How long the command of a cancelled job has to end, in ms: answers in flight may still arrive. */
const GRACE = 20_000;

/** What workers take, by the name in --queues; those that a person waits for first. */
export const QUEUE_KINDS = {
  jobs: {
    queueOf: jobQueue,
    handler: ({ store, workers, queue, facts, place, jobs, log }) =>
      jobHandler({
        ...{ jobs: store.jobs, workers, queue, place, facts, log },
        ...{ role: 'worker', slots: jobs, grace: GRACE },
        now: () => new Date().toISOString(),
        tell: (event) => store.notices?.publish(EVENTS, JSON.stringify(event)),
      }),
  },
  tasks: {
    queueOf: taskQueue,
    handler: ({ store, work, facts: { version, threads } }) =>
      taskHandler(work, registeredWorks(store), version, threads),
  },
} as const satisfies Record<string, QueueKindParts>;

export type QueueKind = keyof typeof QUEUE_KINDS;
