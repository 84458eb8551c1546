import { fail } from '../../errors.ts';
import { type Execution, executeJob, type JobPlace } from '../../jobs/running/execute-job.ts';
import type { JobProgress } from '../../jobs/running/job-end.ts';
import { type KeptTask, OPEN_STATES } from '../../jobs/running/job-task.ts';
import { ownMark } from '../../store/access/process-mark.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';
import { beginSpan, type SpanNotes, traceParent } from '../../tracing/span.ts';
import type { ServiceContext } from '../service-context.ts';
import { CLOSING_GRACE, type JobRuns, MOST, MOST_OF_KEY, type NewJob } from './job-runs.ts';
import type { Starter } from './job-service.ts';
import { takeUpJobs } from './take-up-jobs.ts';

/** A waiting job, with the values that the queue needs. */
export interface WaitingJob {
  readonly id: string;
  readonly kind: string;
  readonly bank: string | null;
  /** The key that started it; null if unknown. */
  readonly key: string | null;
  readonly task: KeptTask;
  /** The span that started it; null if unknown. */
  readonly trace?: string | null;
}

interface RunningJob {
  readonly execution: Execution;
  progress: JobProgress | null;
  isCancelled: boolean;
}

/** Runs jobs in order of arrival, several at once, and stores the result of each: the one process of an SQLite file. */
export class JobQueue implements JobRuns {
  readonly queue = null;
  readonly #context: ServiceContext;
  readonly #place: JobPlace;
  /** Jobs that run at once. */
  readonly #most: number;
  /** In ms, of cancelled jobs. */
  readonly #grace: number;
  #waiting: WaitingJob[] = [];
  /** Keys of jobs that are being stored. */
  readonly #coming: string[] = [];
  readonly #running = new Map<string, RunningJob>();
  readonly #ends = new Set<Promise<void>>();
  #isClosed = false;

  constructor(context: ServiceContext, place: JobPlace, most: number, grace: number) {
    this.#context = context;
    this.#place = place;
    this.#most = most;
    this.#grace = grace;
  }

  async start(): Promise<void> {
    const { jobs, files } = await takeUpJobs(this.#context, this.#place.files);
    await this.#place.files.sweep(files);
    this.#waiting = jobs;
    this.#startNext();
  }

  progressOf(id: string): JobProgress | null {
    return this.#running.get(id)?.progress ?? null;
  }

  async requireRoom(by: Starter): Promise<void> {
    this.#requireRoom(by);
  }

  #requireRoom({ id }: Starter): void {
    const all = [...this.#waiting.map(({ key }) => key), ...this.#coming];
    const ofKey = all.filter((key) => key === id).length;
    if (ofKey >= MOST_OF_KEY) fail('JOBS_WAITING', { most: MOST_OF_KEY, of: 'of one key' });
    if (all.length >= MOST) fail('JOBS_WAITING', { most: MOST, of: 'in total' });
  }

  async add(job: NewJob, by: Starter): Promise<KeptJob> {
    const { id, kind, bank, task, study } = job;
    if (this.#isClosed) fail('SERVICE_CLOSING', {});
    // Nothing is awaited from here until it is counted.
    this.#requireRoom(by);
    const row = { ...job, holder: ownMark() };
    this.#coming.push(by.id);
    const isNew = await this.#context.store.jobs
      .add(row)
      .finally(() => this.#coming.splice(this.#coming.indexOf(by.id), 1));
    if (!isNew) fail('STUDY_EXISTS', { name: String(study) });
    this.#waiting.push({ id, kind, bank, key: by.id, task, trace: traceParent() });
    this.#context.log('info', 'job-made', { job: id, kind, bank });
    this.#tell(id, bank);
    this.#startNext();
    return row;
  }

  async cancel({ id, bank }: KeptJob): Promise<void> {
    const own = this.#running.get(id);
    if (own !== undefined) {
      if (own.isCancelled) return;
      own.isCancelled = true;
      own.execution.stop(this.#grace);
      return;
    }
    const at = this.#waiting.findIndex((job) => job.id === id);
    const [job] = at < 0 ? [] : this.#waiting.splice(at, 1);
    const change = { state: 'cancelled', finishedAt: this.#context.now() };
    if (await this.#context.store.jobs.change(id, ['waiting'], change)) this.#tell(id, bank);
    await this.#place.files.remove(job?.task.files ?? []);
  }

  /** Interrupts running jobs, and releases waiting ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { execution } of this.#running.values()) execution.stop(CLOSING_GRACE);
    await Promise.all(this.#ends);
    for (const { id } of this.#waiting) await this.#release(id);
  }

  /** Starts as many as may run. */
  #startNext(): void {
    while (!this.#isClosed && this.#running.size < this.#most) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#run(next);
    }
  }

  #run(job: WaitingJob): void {
    const { id, kind, bank } = job;
    const facts = { 'thetarank.job': id, 'thetarank.job.kind': kind };
    const traced = beginSpan(`job ${kind}`, facts, { parent: job.trace ?? null });
    const execution = traced.within(() =>
      executeJob(job, this.#place, {
        onProgress: (progress) => {
          own.progress = progress;
          this.#tell(id, bank);
        },
        onFilesFailed: (code, reason) =>
          this.#context.log('error', 'files-not-fetched', { job: id, code, reason }),
      }),
    );
    const own: RunningJob = { execution, progress: null, isCancelled: false };
    this.#running.set(id, own);
    const end = traced
      .within(() => this.#follow(job, own, traced))
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#context.log('error', 'job-not-kept', { job: id, reason });
      });
    this.#ends.add(end);
    void end.then(() => {
      traced.end();
      this.#ends.delete(end);
      this.#running.delete(id);
      this.#startNext();
    });
  }

  /** Stores the start and the result of a job. */
  async #follow(job: WaitingJob, own: RunningJob, traced: SpanNotes): Promise<void> {
    const { id, bank, task } = job;
    const { store, now } = this.#context;
    const begun = store.jobs.change(id, ['waiting'], { state: 'running', startedAt: now() });
    void begun.then(
      () => this.#tell(id, bank),
      () => {},
    );
    const { error, result } = await own.execution.ended;
    await begun;
    // The next start continues with it.
    if (this.#isClosed && !own.isCancelled && error !== null) return this.#release(id);
    const state = own.isCancelled ? 'cancelled' : error === null ? 'done' : 'failed';
    traced.note({ 'thetarank.job.state': state });
    await store.jobs.change(id, OPEN_STATES, {
      state,
      finishedAt: now(),
      progress: own.progress,
      ...(own.isCancelled ? {} : { error, result }),
    });
    await this.#place.files.remove(task.files);
    this.#running.delete(id);
    this.#context.log('info', 'job-ended', { job: id, state, code: error?.code });
    this.#tell(id, bank);
  }

  async #release(id: string): Promise<void> {
    await this.#context.store.jobs.change(id, OPEN_STATES, { holder: null });
  }

  #tell(job: string, bank: string | null): void {
    this.#context.events.emit({ type: 'job', job, bank });
  }
}
