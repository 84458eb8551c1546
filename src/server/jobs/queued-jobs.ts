import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '../../errors.ts';
import { type JobHandler, jobHandler } from '../../jobs/queue/job-handler.ts';
import { jobKeeper } from '../../jobs/queue/job-keeper.ts';
import { type JobHolder, jobHolder, jobQueue, priorityOf } from '../../jobs/queue/job-message.ts';
import type { JobPlace } from '../../jobs/running/execute-job.ts';
import { keptTask, OPEN_STATES } from '../../jobs/running/job-task.ts';
import type { Queue } from '../../queue/queue.ts';
import { serveQueue } from '../../queue/serve-queue.ts';
import type { Instance } from '../../store/instances/instance-store.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';
import type { WorkerFacts, WorkerStore } from '../../store/work/worker-store.ts';
import { traceParent } from '../../tracing/span.ts';
import { whatHappened } from '../http/problem.ts';
import type { ServiceContext } from '../service-context.ts';
import { type JobRuns, MOST, MOST_OF_KEY, type NewJob } from './job-runs.ts';
import type { Starter } from './job-service.ts';

/** The lease of the instance that looks after all jobs. */
const LEASE = 'jobs/keeper';
/** Between two of its looks, in ms. */
const LOOKS = 10_000;

export interface QueuedJobsServices {
  readonly context: ServiceContext;
  readonly instance: Instance;
  readonly workers: WorkerStore;
  readonly queue: Queue;
  readonly place: JobPlace;
  /** Of thetarank. */
  readonly version: string;
  /** Jobs that this process runs at once; 0: others do. */
  readonly most: number;
  /** In ms, of cancelled jobs. */
  readonly grace: number;
}

/** Jobs on the queue of a database: any instance or worker runs them, and each instance shows and cancels all. */
export class QueuedJobs implements JobRuns {
  readonly queue: Queue;
  readonly #services: QueuedJobsServices;
  /** This process. */
  readonly #facts: Pick<WorkerFacts, 'id' | 'host' | 'pid' | 'version'>;
  readonly #handler: JobHandler | null;
  readonly #drain = new AbortController();
  readonly #look: () => Promise<void>;
  #ends: Promise<unknown>[] = [];

  constructor(services: QueuedJobsServices) {
    const { context, instance, workers, queue, place, version, most, grace } = services;
    const { store, now, log } = context;
    const common = {
      jobs: store.jobs,
      ...{ workers, queue, now, log },
      tell: context.events.emit,
    };
    const facts = { id: instance.id, host: hostname(), pid: process.pid, version };
    this.#facts = facts;
    this.queue = queue;
    this.#services = services;
    this.#handler =
      most === 0
        ? null
        : jobHandler({ ...common, place, facts, role: 'service', slots: most, grace });
    const alive = async () =>
      ((await store.instances?.list()) ?? []).filter(({ isAlive }) => isAlive);
    this.#look = jobKeeper({
      ...common,
      version,
      versions: async () => (await alive()).map((row) => row.version),
    });
  }

  async start(): Promise<void> {
    const { context, place } = this.#services;
    const open = await context.store.jobs.open();
    await place.files.sweep(open.flatMap(({ task }) => keptTask.safeParse(task).data?.files ?? []));
    this.#ends = [this.#keep()];
    if (this.#handler !== null) this.#ends.push(this.#serve(this.#handler));
  }

  /** Runs jobs. After a defect it begins again: sessions of this service must not end with it. */
  async #serve(handler: JobHandler): Promise<void> {
    const { context, queue, workers, most } = this.#services;
    const facts = { ...this.#facts, threads: most, queues: ['jobs'] };
    const watch = {
      handled: (_: unknown, error: string | null) => {
        if (error !== null) context.log('warn', 'job-try-failed', { reason: error });
      },
      outage: (reason: string | null) =>
        context.log('warn', reason === null ? 'queue-back' : 'queue-lost', { reason }),
    };
    const abort = new AbortController().signal;
    const handlers = [handler];
    const drain = this.#drain.signal;
    for (;;)
      try {
        await serveQueue({ queue, workers, handlers, facts, watch, drain, abort });
        return;
      } catch (error) {
        context.log('error', 'jobs-not-run', whatHappened(error));
        if (drain.aborted) return;
        await pause(LOOKS, undefined, { signal: drain }).catch(() => {});
      }
  }

  progressOf(): null {
    return null;
  }

  async requireRoom({ id }: Starter): Promise<void> {
    const open = await this.#services.context.store.jobs.open();
    const waiting = open.filter(({ state }) => state === 'waiting');
    const ofKey = waiting.filter(({ key }) => key === id).length;
    if (ofKey >= MOST_OF_KEY) fail('JOBS_WAITING', { most: MOST_OF_KEY, of: 'of one key' });
    if (waiting.length >= MOST) fail('JOBS_WAITING', { most: MOST, of: 'in total' });
  }

  async add(job: NewJob, by: Starter): Promise<KeptJob> {
    const { context, queue, version } = this.#services;
    const { id, kind, bank } = job;
    if (this.#drain.signal.aborted) fail('SERVICE_CLOSING', {});
    await this.requireRoom(by);
    const message = randomUUID();
    const holder: JobHolder = { message, version };
    const row = { ...job, holder };
    if (!(await context.store.jobs.add(row))) fail('STUDY_EXISTS', { name: String(job.study) });
    const trace = traceParent();
    const data = { job: id, ...(trace === null ? {} : { trace }) };
    try {
      await queue.send(jobQueue(version), [{ id: message, data, priority: priorityOf(by.id) }]);
    } catch (error) {
      // The job is kept: whoever looks after all jobs sends the message later.
      context.log('warn', 'job-not-sent', { job: id, ...whatHappened(error) });
    }
    context.log('info', 'job-made', { job: id, kind, bank });
    context.events.emit({ type: 'job', job: id, bank });
    return row;
  }

  async cancel({ id, bank, task, holder }: KeptJob): Promise<void> {
    const { context, queue, place } = this.#services;
    const { store, now } = context;
    const cancelAt = now();
    const change = { state: 'cancelled', finishedAt: cancelAt, cancelAt };
    if (await store.jobs.change(id, ['waiting'], change)) {
      const of = jobHolder.safeParse(holder).data;
      if (of !== undefined) await queue.remove(jobQueue(of.version), [of.message]).catch(() => {});
      await place.files.remove(keptTask.safeParse(task).data?.files ?? []);
    } else if (!(await store.jobs.change(id, OPEN_STATES, { cancelAt }))) return;
    context.events.emit({ type: 'job', job: id, bank });
  }

  async close(): Promise<void> {
    this.#drain.abort();
    this.#handler?.leave();
    await Promise.all(this.#ends);
    await this.#services.queue.close();
  }

  /** Looks after all jobs while no other instance does. */
  async #keep(): Promise<void> {
    const { context, instance } = this.#services;
    const { signal } = this.#drain;
    while (!signal.aborted) {
      try {
        if (await instance.hold(LEASE)) await this.#look();
      } catch (error) {
        context.log('warn', 'jobs-not-looked-after', whatHappened(error));
      }
      await pause(LOOKS, undefined, { signal }).catch(() => {});
    }
  }
}
