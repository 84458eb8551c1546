import { Worker } from 'node:worker_threads';
import { errorOf, fail } from '../errors.ts';
import { isCut, traceParent } from '../tracing/span.ts';
import { poolSpans, type ThreadSpan } from './pool-spans.ts';
import type { PostedTask, TaskReply, TaskWork } from './serve-tasks.ts';

/** What workers on other machines are told of work. */
export interface RemoteWork<Data> {
  /** By which they know it; without one only this machine does its tasks. */
  readonly name?: string;
  /** Of what there is only one computation at a time: workers end an earlier one of the same subject. */
  readonly subject?: string;
  /** How many tasks there will be, if that is known: for those who look how far it is. */
  readonly tasks?: number;
  readonly data: Data;
}

/** How tasks are done: in this thread, or by a module that calls `serveTasks`. */
export interface PoolWork<Data, Task, Result, Step = string> extends RemoteWork<Data> {
  /** The address of the importing module (`import.meta.url`), and the file of the worker's beside it, such as `worker.ts`. */
  readonly from: string;
  readonly worker: string;
  /** A thread keeps what its tasks share. */
  readonly open: (data: Data) => TaskWork<Task, Result, Step>;
  /** Of the tasks that wait for a thread, those of a lower turn are done first; by default all have the same. */
  readonly turnOf?: (task: Task) => number;
}

/** Threads that do tasks, by turn and then in the order they are given. Tasks, results and data are copied from thread to thread. */
export interface ThreadPool<Task, Result, Step = string> {
  /**
   * Does one task.
   * @param onStep called after each of its steps, with what is told of it
   * @throws what the task throws; THREAD_ENDED where its thread dies. After an error no other task is begun.
   */
  run(task: Task, onStep?: (step: Step) => void): Promise<Result>;
  /** Ends the threads; what is not done is given up. */
  close(): Promise<void>;
}

/** Does tasks elsewhere than in this process, such as on other machines. */
export interface RemoteWorkers {
  /** Tasks to be handed out before the earliest is done. */
  readonly ahead: number;
  open<Data, Task, Result, Step>(work: RemoteWork<Data>): ThreadPool<Task, Result, Step>;
}

/** Who does tasks: a number of threads (0: this one), or workers elsewhere. */
export type Workers = number | RemoteWorkers;

/**
 * Opens a pool of at most `workers` threads, started as tasks need them; with 0 this thread does the tasks itself. Only beside
 * threads can an interrupt be heard before a task ends. Or a pool of workers elsewhere.
 */
export function openPool<Data, Task, Result, Step = string>(
  work: PoolWork<Data, Task, Result, Step>,
  workers: Workers,
): ThreadPool<Task, Result, Step> {
  if (typeof workers !== 'number') return workers.open(work);
  return workers < 1 ? ownThread(work) : new Threads(work, workers);
}

/** For what a process that ends does not go on with. */
const FOREVER = new Promise<never>(() => {});

function ownThread<Data, Task, Result, Step>({
  name,
  open,
  data,
}: PoolWork<Data, Task, Result, Step>): ThreadPool<Task, Result, Step> {
  const beginThread = poolSpans(name);
  let span: ThreadSpan | null = null;
  let own: TaskWork<Task, Result, Step> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task, onStep = () => {}) {
      const done = last.then(async () => {
        if (isCut()) return FOREVER;
        span ??= beginThread();
        const ended = span.begin(traceParent());
        let result: Result;
        try {
          own ??= open(data);
          result = own(task, onStep);
        } catch (error) {
          ended(error);
          throw error;
        }
        ended();
        // Lets signals and timers in between two tasks.
        await new Promise((resolve) => setImmediate(resolve));
        return result;
      });
      last = done;
      return done;
    },
    close: async () => span?.end(),
  };
}

/** A task that waits or is at work. */
interface Waiting<Task, Result, Step> {
  readonly task: Task;
  readonly onStep: (step: Step) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** The `traceparent` of who wants it done. */
  readonly parent: string | null;
}

/** A task at work. */
interface Running<Task, Result, Step> extends Waiting<Task, Result, Step> {
  /** Ends its span. */
  readonly ended: (error?: unknown) => void;
}

class Threads<Data, Task, Result, Step> implements ThreadPool<Task, Result, Step> {
  readonly #work: PoolWork<Data, Task, Result, Step>;
  readonly #most: number;
  readonly #threads: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #queue: Waiting<Task, Result, Step>[] = [];
  readonly #running = new Map<Worker, Running<Task, Result, Step>>();
  readonly #beginThread: () => ThreadSpan;
  readonly #spans = new Map<Worker, ThreadSpan>();
  #ids = 0;
  #error: unknown = null;
  #isClosed = false;

  constructor(work: PoolWork<Data, Task, Result, Step>, most: number) {
    this.#work = work;
    this.#most = most;
    this.#beginThread = poolSpans(work.name);
  }

  run(task: Task, onStep: (step: Step) => void = () => {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#error !== null) {
        reject(this.#error);
        return;
      }
      const { turnOf = () => 0 } = this.#work;
      const later = this.#queue.findIndex((waiting) => turnOf(waiting.task) > turnOf(task));
      const at = later < 0 ? this.#queue.length : later;
      this.#queue.splice(at, 0, { task, onStep, resolve, reject, parent: traceParent() });
      this.#hand();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
    // Given up.
    for (const { ended } of this.#running.values()) ended(new DOMException('', 'AbortError'));
    for (const span of this.#spans.values()) span.end();
  }

  #hand(): void {
    while (this.#queue.length > 0) {
      const thread = this.#idle.pop() ?? this.#start();
      if (thread === null) return;
      const next = this.#queue.shift()!;
      const ended = this.#spans.get(thread)!.begin(next.parent);
      this.#running.set(thread, { ...next, ended });
      thread.postMessage({ id: this.#ids++, task: next.task } satisfies PostedTask<Task>);
    }
  }

  /** Null if there are as many threads as there may be. */
  #start(): Worker | null {
    if (this.#threads.length >= this.#most) return null;
    const { from, worker, data } = this.#work;
    // In the package all files are compiled.
    const isSource = new URL(from).pathname.endsWith('.ts');
    const file = isSource ? worker : worker.replace(/ts$/, 'js');
    const address = new URL(`./${file}`, from);
    const thread = new Worker(address, { workerData: data });
    this.#threads.push(thread);
    this.#spans.set(thread, this.#beginThread());
    thread.on('message', (reply: TaskReply<Result, Step>) => this.#take(thread, reply));
    thread.on('error', (error) => this.#fail(diedOf(error)));
    thread.on('exit', (code) => {
      if (!this.#isClosed) this.#fail(threadEnded(`exit code ${code}`));
    });
    return thread;
  }

  #take(thread: Worker, reply: TaskReply<Result, Step>): void {
    const waiting = this.#running.get(thread);
    // What comes after an error, or an interrupt, is given up.
    if (waiting === undefined || isCut()) return;
    const { onStep, resolve, reject, ended } = waiting;
    if ('step' in reply) {
      onStep(reply.step);
      return;
    }
    this.#running.delete(thread);
    this.#idle.push(thread);
    if ('code' in reply) {
      const error = errorOf(() => fail(reply.code, reply.details as never));
      ended(error);
      reject(error);
      this.#fail(error);
      return;
    }
    ended();
    resolve(reply.result);
    this.#hand();
  }

  /** The first error ends all. */
  #fail(error: unknown): void {
    this.#error ??= error;
    for (const { ended } of this.#running.values()) ended(this.#error);
    for (const { reject } of [...this.#running.values(), ...this.#queue]) reject(this.#error);
    this.#running.clear();
    this.#queue.length = 0;
  }
}

/** What a thread that threw an error of its own, or had no memory left, is told of. */
function diedOf(error: unknown): unknown {
  const isMemory = (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? threadEnded('out of memory') : error;
}

function threadEnded(reason: string): unknown {
  return errorOf(() => fail('THREAD_ENDED', { reason }));
}
