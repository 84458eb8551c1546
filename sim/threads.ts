import { parentPort, Worker, workerData } from 'node:worker_threads';

/** Tasks that are handed out before the earliest open one is done: what comes early has to wait in memory. */
const AHEAD = 8;

/** How numbered tasks are done: in this thread, or by a module that calls `workOnThread`. */
export interface NumberedWork<Data, Result> {
  /** The address of the importing module (`import.meta.url`), and the name of the worker's, beside it and without extension. */
  readonly from: string;
  readonly worker: string;
  readonly data: Data;
  /** A worker keeps what tasks share. */
  readonly open: (data: Data) => (task: number) => Result;
}

/** What a thread says of a task. */
interface Done<Result> {
  readonly task: number;
  readonly result: Result;
}

/** The whole of a worker's module: takes numbers of tasks, gives their results. */
export function workOnThread<Data, Result>(open: NumberedWork<Data, Result>['open']): void {
  const work = open(workerData as Data);
  parentPort!.on('message', (task: number) => {
    parentPort!.postMessage({ task, result: work(task) } satisfies Done<Result>);
  });
}

/**
 * Does tasks on so many threads, or in this one where `workers` is 0; only beside threads can an interrupt be heard before a task
 * ends. Each result is handed over once, in no certain order. The first error, of a worker or of `done`, ends all.
 */
export async function runOnThreads<Data, Result>(
  work: NumberedWork<Data, Result>,
  tasks: readonly number[],
  workers: number,
  done: (task: number, result: Result) => void,
): Promise<void> {
  const count = Math.min(workers, tasks.length);
  if (count < 1) {
    const own = work.open(work.data);
    for (const task of tasks) {
      done(task, own(task));
      // Lets signals and timers in between two tasks.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return;
  }
  const threads: Worker[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      /** Places in `tasks` of what is at work. */
      const open = new Map<Worker, number>();
      const idle: Worker[] = [];
      let next = 0;
      let left = tasks.length;
      const hand = () => {
        while (idle.length > 0 && next < tasks.length) {
          if (next - Math.min(next, ...open.values()) > AHEAD * count) return;
          const thread = idle.pop()!;
          open.set(thread, next);
          thread.postMessage(tasks[next++]);
        }
      };
      for (let k = 0; k < count; k++) {
        const thread = startWorker(work);
        threads.push(thread);
        idle.push(thread);
        thread.on('error', reject);
        thread.on('exit', (code) => {
          if (left > 0) reject(new Error(`a thread of the study ended with exit code ${code}`));
        });
        thread.on('message', ({ task, result }: Done<Result>) => {
          try {
            done(task, result);
          } catch (error) {
            reject(error);
            return;
          }
          open.delete(thread);
          idle.push(thread);
          if (--left === 0) resolve();
          else hand();
        });
      }
      hand();
    });
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** Starts a file beside `from`, named without its ending, on a thread of its own. */
export function startWorker({
  from,
  worker,
  data,
}: Pick<NumberedWork<unknown, unknown>, 'from' | 'worker' | 'data'>): Worker {
  const extension = from.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./${worker}.${extension}`, from), { workerData: data });
}
