import { fail, type ThetarankError } from '../../errors.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';
import { beginSpan, type SpanNotes, traceParent } from '../../tracing/span.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import type { JobProgress } from './child-output.ts';
import { inFields } from './in-fields.ts';
import type { JobTask, Starter } from './job-service.ts';
import { keptResult } from './kept-result.ts';
import { type CommandEnd, type RunningCommand, runCommand } from './run-command.ts';
import type { FetchedFiles, UploadFiles } from './upload-files.ts';
import { withoutPaths } from './without-paths.ts';

/** A waiting job, with the values that the queue needs. */
export interface WaitingJob {
  readonly id: string;
  readonly bank: string | null;
  /** The key that started it; null if unknown. */
  readonly key: string | null;
  readonly task: Pick<JobTask, 'args' | 'begun' | 'files'> & { readonly kind: string };
  /** The span that started it; null if unknown. */
  readonly trace?: string | null;
}

interface RunningJob {
  readonly begun: string | null;
  /** Null while its files are fetched. */
  command: RunningCommand | null;
  progress: JobProgress | null;
  isCancelled: boolean;
}

/** The states of jobs that have not ended. */
export const OPEN_STATES = ['waiting', 'running'];
/** How long a command has to end when the service does, in ms. */
const CLOSING_GRACE = 5_000;
/** Most waiting jobs, per key and in total: each may have an upload that waits with it. */
const MOST_OF_KEY = 20;
const MOST = 100;

/** Of a job that was cancelled or released before its command began. */
const NOT_BEGUN: CommandEnd = { error: { code: 'JOB_FAILED', detail: '' }, result: null };

/** The reason may name places that are internal. */
const NOT_FETCHED =
  'The uploaded file could not be read. Upload it again; the reason is in the log of the service.';

/** Runs the commands of jobs in order of arrival, several at once, and stores the result of each. */
export class JobQueue {
  readonly #context: ServiceContext;
  /** Commands that run at once. */
  readonly #most: number;
  /** The database, in the form given to commands. */
  readonly #database: string;
  /** In ms, of cancelled jobs. */
  readonly #grace: number;
  readonly #files: UploadFiles;
  readonly #waiting: WaitingJob[];
  /** Jobs that are being stored. */
  readonly #coming: { readonly key: string; readonly begun: string | null }[] = [];
  readonly #running = new Map<string, RunningJob>();
  readonly #ends = new Set<Promise<void>>();
  #isClosed = false;

  constructor(
    context: ServiceContext,
    { jobs, database }: Pick<ServiceConfiguration, 'jobs' | 'database'>,
    files: UploadFiles,
    waiting: readonly WaitingJob[],
    grace: number,
  ) {
    this.#context = context;
    this.#most = jobs;
    this.#database = database ?? context.store.location;
    this.#waiting = [...waiting];
    this.#grace = grace;
    this.#files = files;
  }

  /** Progress of a job that runs in this process. */
  progressOf(id: string): JobProgress | null {
    return this.#running.get(id)?.progress ?? null;
  }

  /** Whether an unfinished job will make this file, the `begun` of its task. */
  isMaking(begun: string): boolean {
    const waiting = this.#waiting.map(({ task }) => task);
    return [...this.#coming, ...this.#running.values(), ...waiting].some(
      (one) => one.begun === begun,
    );
  }

  /** Whether one more may wait. @throws JOBS_WAITING */
  requireRoom({ id }: Starter): void {
    const all = [...this.#waiting, ...this.#coming];
    const ofKey = all.filter(({ key }) => key === id).length;
    if (ofKey >= MOST_OF_KEY) fail('JOBS_WAITING', { most: MOST_OF_KEY, of: 'of one key' });
    if (all.length >= MOST) fail('JOBS_WAITING', { most: MOST, of: 'in total' });
  }

  /** Keeps a job, which then waits for its turn. @throws SERVICE_CLOSING, JOBS_WAITING */
  async add(row: KeptJob, by: Starter, task: WaitingJob['task']): Promise<void> {
    const { id, kind, bank } = row;
    if (this.#isClosed) fail('SERVICE_CLOSING', {});
    this.requireRoom(by);
    const own = { key: by.id, begun: task.begun };
    this.#coming.push(own);
    await this.#context.store.jobs
      .add(row)
      .finally(() => this.#coming.splice(this.#coming.indexOf(own), 1));
    this.#waiting.push({ id, bank, key: by.id, task, trace: traceParent() });
    this.#context.log('info', 'job-made', { job: id, kind, bank });
    this.#tell(id, bank);
    this.startNext();
  }

  /** Starts as many as may run. */
  startNext(): void {
    while (!this.#isClosed && this.#running.size < this.#most) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#run(next);
    }
  }

  /** Ends a job that waits or runs; one that has ended stays as it is. */
  async cancel({ id, bank }: KeptJob): Promise<void> {
    const own = this.#running.get(id);
    if (own !== undefined) {
      if (own.isCancelled) return;
      own.isCancelled = true;
      own.command?.stop(this.#grace);
      return;
    }
    const at = this.#waiting.findIndex((job) => job.id === id);
    const [job] = at < 0 ? [] : this.#waiting.splice(at, 1);
    const change = { state: 'cancelled', finishedAt: this.#context.now() };
    if (await this.#context.store.jobs.change(id, ['waiting'], change)) this.#tell(id, bank);
    await this.#files.remove(job?.task.files ?? []);
  }

  /** Interrupts running jobs, and releases waiting ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { command } of this.#running.values()) command?.stop(CLOSING_GRACE);
    await Promise.all(this.#ends);
    for (const { id } of this.#waiting) await this.#release(id);
  }

  #run(job: WaitingJob): void {
    const { kind, begun } = job.task;
    const facts = { 'thetarank.job': job.id, 'thetarank.job.kind': kind };
    const traced = beginSpan(`job ${kind}`, facts, { parent: job.trace ?? null });
    const own: RunningJob = { command: null, begun, progress: null, isCancelled: false };
    this.#running.set(job.id, own);
    const end = traced
      .within(() => this.#follow(job, own, traced))
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#context.log('error', 'job-not-kept', { job: job.id, reason });
      });
    this.#ends.add(end);
    void end.then(() => {
      traced.end();
      this.#ends.delete(end);
      this.#running.delete(job.id);
      this.startNext();
    });
  }

  /** Fetches the files of a job and runs its command on them. */
  async #execute({ id, bank, task }: WaitingJob, own: RunningJob): Promise<CommandEnd> {
    let fetched: FetchedFiles;
    try {
      fetched = await this.#files.fetch(task.files);
    } catch (error) {
      const { code, message } = error as Partial<ThetarankError>;
      this.#context.log('error', 'files-not-fetched', { job: id, code, reason: message });
      return { error: { code: code ?? 'JOB_FAILED', detail: NOT_FETCHED }, result: null };
    }
    try {
      if (own.isCancelled || this.#isClosed) return NOT_BEGUN;
      const args = task.args.map((arg) => fetched.paths.get(arg) ?? arg);
      own.command = runCommand(args, {
        database: this.#database,
        onProgress: (progress) => {
          own.progress = progress;
          this.#tell(id, bank);
        },
      });
      const files = task.files.map((file) => fetched.paths.get(file) ?? file);
      return this.#told(await own.command.ended, { kind: task.kind, args, files });
    } finally {
      await fetched.remove();
    }
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
    const ended = await this.#execute(job, own);
    await begun;
    const { error } = ended;
    // The next start continues with it.
    if (this.#isClosed && !own.isCancelled && error !== null) return this.#release(id);
    const state = own.isCancelled ? 'cancelled' : error === null ? 'done' : 'failed';
    traced.note({ 'thetarank.job.state': state });
    await store.jobs.change(id, OPEN_STATES, {
      state,
      finishedAt: now(),
      progress: own.progress,
      ...(own.isCancelled ? {} : ended),
    });
    await this.#files.remove(task.files);
    this.#running.delete(id);
    this.#context.log('info', 'job-ended', { job: id, state, code: error?.code });
    this.#tell(id, bank);
  }

  #told(
    { error, result }: CommandEnd,
    { kind, args, files }: Pick<WaitingJob['task'], 'kind' | 'args' | 'files'>,
  ): CommandEnd {
    const databases = [this.#database, this.#context.store.location];
    const told = error && { ...error, detail: inFields(kind, error.detail) };
    const kept = { error: told, result: keptResult(kind, result) };
    return withoutPaths(kept, { args, files, databases });
  }

  async #release(id: string): Promise<void> {
    await this.#context.store.jobs.change(id, OPEN_STATES, { holder: null });
  }

  #tell(job: string, bank: string | null): void {
    this.#context.events.emit({ type: 'job', job, bank });
  }
}
