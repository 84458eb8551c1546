import type { QueueHandler } from '../../queue/serve-queue.ts';
import { taskHandler } from '../../queue/task-handler.ts';
import type { Store } from '../../store/store.ts';
import type { WorkStore } from '../../store/work/work-store.ts';
import { registeredWorks } from './registered-works.ts';

/** The services of handlers. */
export interface HandlerServices {
  readonly store: Store;
  readonly work: WorkStore;
  /** The version of thetarank. */
  readonly version: string;
}

/** What workers take, by the name in --queues; those that a person waits for first. */
export const QUEUE_KINDS = {
  tasks: ({ store, work, version }) => taskHandler(work, registeredWorks(store), version),
} as const satisfies Record<string, (services: HandlerServices) => QueueHandler>;

export type QueueKind = keyof typeof QUEUE_KINDS;
