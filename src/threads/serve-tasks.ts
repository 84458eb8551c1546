import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorCode, ThetarankError } from '../errors.ts';

/** A task as a thread of a pool is given it. */
export interface PostedTask<Task> {
  readonly id: number;
  readonly task: Task;
}

/** What a thread says of a task: a step that is done, and at the end its result or the error of the registry. */
export type TaskReply<Result, Step> = { readonly id: number } & (
  | { readonly step: Step }
  | { readonly result: Result }
  | { readonly code: ErrorCode; readonly details: Readonly<Record<string, unknown>> }
);

/** Does tasks. @param onStep called after each step of a long task, with its name or what else is told of it */
export type TaskWork<Task, Result, Step = string> = (
  task: Task,
  onStep: (step: Step) => void,
) => Result;

/** The whole of a worker's module: does the tasks that a pool hands it. @param open keeps what tasks share */
export function serveTasks<Data, Task, Result, Step = string>(
  open: (data: Data) => TaskWork<Task, Result, Step>,
): void {
  const work = open(workerData as Data);
  const say = (reply: TaskReply<Result, Step>) => parentPort!.postMessage(reply);
  parentPort!.on('message', ({ id, task }: PostedTask<Task>) => {
    try {
      say({ id, result: work(task, (step) => say({ id, step })) });
    } catch (error) {
      if (!(error instanceof ThetarankError)) throw error;
      say({ id, code: error.code, details: error.details });
    }
  });
}
