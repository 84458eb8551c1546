import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorCode, errorOf, fail } from '../errors.ts';
import type { NewWork, WorkResult, WorkStore } from '../store/work/work-store.ts';
import type { WorkerRow, WorkerStore } from '../store/work/worker-store.ts';
import type { RemoteWork, RemoteWorkers, ThreadPool } from '../threads/thread-pool.ts';
import { outsideSpans, traceParent } from '../tracing/span.ts';
import { nextPause, SHORTEST } from './look-pause.ts';
import { hashOf, pack, unpack } from './packed.ts';
import type { Queue } from './queue.ts';
import { type TaskMessage, taskQueue } from './work-names.ts';

/** Tasks that are handed out at once: more than a fleet of workers has threads. */
const AHEAD = 256;
/** Results that are read at once: they wait in memory. */
const AT_ONCE = 100;
/** Between two looks at what else may have happened, in ms. */
const CHECK = 3_000;
/** A computation that nobody has continued is removed after this time. */
const KEPT_DAYS = 7;

/** The services of `queueWorkers`. */
export interface QueueWorkersServices {
  readonly work: WorkStore;
  readonly workers: WorkerStore;
  readonly queue: Queue;
  /** The version of thetarank: only workers of the same one do the tasks. */
  readonly version: string;
  /** Is told every few seconds of the workers that are there. */
  readonly onWorkers?: (alive: readonly WorkerRow[]) => void;
}

/** An error of the registry, as it is kept. */
export interface KeptError {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What a worker keeps of a task that it has done. */
export interface KeptResult {
  readonly result: unknown;
  readonly steps: readonly unknown[];
}

/**
 * Workers on any machine, by the queue of a database. Each task is done once, or again if its worker is lost; a task that fails
 * at each try ends the computation. If this process is killed, what was done is used when the same computation is started
 * again.
 */
export function queueWorkers(services: QueueWorkersServices): QueueWorkers {
  const pools = new Set<{ close(): Promise<void> }>();
  return {
    ahead: AHEAD,
    open: (work) => {
      const pool = new QueuePool<never, never, never>(work, services);
      pools.add(pool);
      return pool as never;
    },
    async leave() {
      await Promise.all([...pools].map((pool) => pool.close()));
    },
    async alive() {
      const rows = await services.workers.alive();
      return rows.filter(
        ({ version, queues }) => version === services.version && queues.includes('tasks'),
      );
    },
  };
}

/** Workers by a queue, and which of them there are. */
export interface QueueWorkers extends RemoteWorkers {
  open<Data, Task, Result, Step>(work: RemoteWork<Data>): StoppablePool<Task, Result, Step>;
  /**
   * Takes back what is handed out, before this process ends: workers then do something else, and what they have done is there for the
   * next process that begins the same.
   */
  leave(): Promise<void>;
  /** Those that do tasks of this version. */
  alive(): Promise<readonly WorkerRow[]>;
}

/** A pool whose tasks can be asked to end early. */
export interface StoppablePool<Task, Result, Step> extends ThreadPool<Task, Result, Step> {
  /** Asks tasks to end as soon as they can; `run` of those that no worker has begun rejects with an AbortError. */
  stop(): Promise<void>;
}

/** A task, and who waits for it. */
interface Waiting {
  readonly task: Uint8Array;
  readonly by: Waiter[];
  /** The `traceparent` of the first of them. */
  readonly trace: string | null;
}

interface Waiter {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onStep: (step: unknown) => void;
}

class QueuePool<Task, Result, Step> implements StoppablePool<Task, Result, Step> {
  readonly #services: QueueWorkersServices;
  readonly #isOnly: boolean;
  readonly #facts: NewWork;
  /** By key of the task. */
  readonly #waiting = new Map<string, Waiting>();
  /** The message of each task that was sent. */
  readonly #messages = new Map<string, string>();
  /** Keys of tasks. */
  #unsent: string[] = [];
  #id: string | null = null;
  readonly #owner = randomUUID();
  /** Whether another process has taken the computation over: what is left is done apart from it. */
  #isApart = false;
  #loop: Promise<void> | null = null;
  #wake = new AbortController();
  #error: unknown = null;
  #isClosed = false;
  #isStopped = false;
  #checked = Number.NEGATIVE_INFINITY;

  constructor(work: RemoteWork<unknown>, services: QueueWorkersServices) {
    const { name, subject, data, tasks = null } = work;
    if (name === undefined) throw new Error('work without a name cannot be done by workers');
    const { version } = services;
    const packed = pack(data);
    this.#services = services;
    const hash = hashOf(name, version, subject ?? packed);
    this.#facts = { name, version, hash, data: packed, tasks };
    this.#isOnly = subject !== undefined;
  }

  run(task: Task, onStep: (step: Step) => void = () => {}): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.#error !== null) return reject(this.#error);
      const packed = pack(task);
      const key = hashOf(packed);
      const waiter = { resolve, reject, onStep: onStep as (step: unknown) => void };
      const same = this.#waiting.get(key);
      if (same !== undefined) {
        same.by.push(waiter);
        return;
      }
      this.#waiting.set(key, { task: packed, by: [waiter], trace: traceParent() });
      this.#unsent.push(key);
      this.#wake.abort();
      // Looks for results every moment: spans of these would hide the others.
      this.#loop ??= outsideSpans(() => this.#serve());
    }) as Promise<Result>;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#checked = Number.NEGATIVE_INFINITY;
    this.#wake.abort();
  }

  /** Asks what is worked on to end, and takes back what is not. */
  async #withdraw(): Promise<void> {
    const { work, queue, version } = this.#services;
    await work.stop(this.#id!, this.#owner);
    const withdrawn = new Set(
      await queue.withdraw(taskQueue(version), [...this.#messages.values()]),
    );
    for (const [key, message] of this.#messages) {
      if (!withdrawn.has(message)) continue;
      this.#messages.delete(key);
      const waiting = this.#waiting.get(key);
      this.#waiting.delete(key);
      for (const { reject } of waiting?.by ?? [])
        reject(new DOMException('no worker has begun this task', 'AbortError'));
    }
  }

  async close(): Promise<void> {
    const { work, queue, version } = this.#services;
    this.#isClosed = true;
    this.#wake.abort();
    await this.#loop;
    if (this.#id === null) return;
    if (this.#isOnly || (this.#error === null && this.#waiting.size === 0)) {
      await queue.remove(taskQueue(version), [...this.#messages.values()]);
      return work.end(this.#id, this.#owner);
    }
    await queue.remove(taskQueue(version), [...this.#messages.values()]);
    await work.release(this.#id, this.#owner);
  }

  async #serve(): Promise<void> {
    try {
      let looked = performance.now();
      for (let pause = SHORTEST; !this.#isClosed && this.#waiting.size > 0; ) {
        // All that is handed over in one turn is sent together.
        await delay(0);
        await this.#begin();
        await this.#send();
        const since = performance.now() - looked;
        if (since >= pause) {
          looked += since;
          const found = await this.#look();
          pause = found < AT_ONCE ? nextPause(pause, found, this.#waiting.size, since) : 0;
        }
        if (performance.now() - this.#checked >= CHECK) await this.#check();
        // Whoever was handed a result may have another task at once.
        await delay(0);
        if (this.#unsent.length > 0) continue;
        this.#wake = new AbortController();
        const rest = Math.max(0, Math.ceil(pause - (performance.now() - looked)));
        await delay(rest, undefined, { signal: this.#wake.signal }).catch(() => {});
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#loop = null;
  }

  /** Takes results that are there. @returns how many */
  async #look(keys: readonly string[] = [...this.#waiting.keys()]): Promise<number> {
    const results = await this.#services.work.results(this.#id!, keys, AT_ONCE);
    for (const result of results) this.#take(result);
    return results.length;
  }

  /** Begins the computation, or takes over what is there of it. */
  async #begin(): Promise<void> {
    if (this.#id !== null) return;
    const { work, queue, version } = this.#services;
    await work.purge(KEPT_DAYS);
    if (this.#isOnly) await work.endAll(this.#facts.hash);
    const { id: own, isTakenOver } = await work.begin(this.#facts, this.#owner, this.#isApart);
    this.#id = own;
    // What an earlier process handed out and nobody has begun is handed out again as it is needed.
    if (isTakenOver) await queue.withdrawAll(taskQueue(version), { work: own });
    // What was set aside before is tried again.
    for (const { id } of await queue.setAside({ work: this.#id })) await queue.discard(id);
  }

  async #send(): Promise<void> {
    if (this.#unsent.length === 0) return;
    const { work, queue, version } = this.#services;
    const id = this.#id!;
    const keys = this.#unsent;
    this.#unsent = [];
    const added = new Set(
      await work.addTasks(
        id,
        keys.map((key) => ({ key, task: this.#waiting.get(key)!.task })),
      ),
    );
    // Of those that are there since a former start, results may be too.
    const former = keys.filter((key) => !added.has(key));
    while ((await this.#look(former.filter((key) => this.#waiting.has(key)))) === AT_ONCE);
    const messages = keys.flatMap((key) => {
      const waiting = this.#waiting.get(key);
      if (waiting === undefined) return [];
      const message = randomUUID();
      this.#messages.set(key, message);
      const { trace } = waiting;
      const data: TaskMessage = { work: id, key, ...(trace !== null && { trace }) };
      return [{ id: message, data, priority: 0 }];
    });
    if (messages.length > 0) await queue.send(taskQueue(version), messages);
  }

  #take({ key, result, failed }: WorkResult): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    if (failed) {
      const { code, details } = unpack<KeptError>(result);
      throw errorOf(() => fail(code, details as never));
    }
    this.#waiting.delete(key);
    this.#messages.delete(key);
    const { result: value, steps } = unpack<KeptResult>(result);
    for (const { onStep, resolve } of waiting.by) {
      for (const step of steps) onStep(step);
      resolve(value);
    }
  }

  /** Says that it is there, and looks for tasks that were set aside. */
  async #check(): Promise<void> {
    const { work, queue, workers, onWorkers } = this.#services;
    this.#checked = performance.now();
    if (!(await work.renew(this.#id!, this.#owner))) {
      // Another process has taken it over, such as one that began the same.
      this.#id = null;
      this.#isApart = true;
      this.#messages.clear();
      this.#unsent = [...this.#waiting.keys()];
      return;
    }
    onWorkers?.(await workers.alive());
    if (this.#isStopped) await this.#withdraw();
    for (const { id, data, tries, error } of await queue.setAside({ work: this.#id! }))
      if (this.#waiting.has(data.key))
        fail('TASK_SET_ASIDE', { work: this.#facts.name, id, tries, error });
  }

  /** The first error ends all. */
  #fail(error: unknown): void {
    this.#error ??= error;
    for (const waiting of this.#waiting.values())
      for (const { reject } of waiting.by) reject(this.#error);
  }
}
