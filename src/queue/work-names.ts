/** Threads of workers of one version take these: what comes of a task must not depend on who does it. */
export const taskQueue = (version: string): string => `tasks-${version}`;

/** The fields of a message of that queue. */
export type TaskMessage = {
  readonly work: string;
  readonly key: string;
  /** The `traceparent` of who wants the task done; absent if that is not traced. */
  readonly trace?: string;
};
