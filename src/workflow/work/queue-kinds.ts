import type { QueueHandler } from '../../queue/serve-queue.ts';
import { taskHandler } from '../../queue/task-handler.ts';
import type { WorkStore } from '../../store/work/work-store.ts';
import { REGISTERED_WORKS } from './registered-works.ts';

/** The services of handlers. */
export interface HandlerServices {
  readonly work: WorkStore;
  /** The version of thetarank. */
  readonly version: string;
}

/** What workers take, by the name in --queues; those that a person waits for first. */
export const QUEUE_KINDS = {
  tasks: ({ work, version }) => taskHandler(work, REGISTERED_WORKS, version),
} as const satisfies Record<string, (services: HandlerServices) => QueueHandler>;

export type QueueKind = keyof typeof QUEUE_KINDS;
