import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '../../api/jobs.ts';
import type { Message, Queue } from '../../queue/queue.ts';
import type { QueueHandler } from '../../queue/serve-queue.ts';
import type { JobChange, JobStore, KeptJob } from '../../store/service/service-jobs.ts';
import type { WorkerFacts, WorkerStore } from '../../store/work/worker-store.ts';
import { beginSpan, type SpanNotes } from '../../tracing/span.ts';
import { type Execution, executeJob, type JobPlace } from '../running/execute-job.ts';
import type { JobProgress } from '../running/job-end.ts';
import { type KeptTask, keptTask, OPEN_STATES } from '../running/job-task.ts';
import { type JobHolder, type JobMessage, jobHolder, jobQueue, priorityOf } from './job-message.ts';

/** The error of a job that failed with each process that took it. A person can have its message handed out again. */
export const JOB_SET_ASIDE = 'JOB_SET_ASIDE';
/** Kinds of jobs with parts that workers do. */
const IN_PARTS = new Set(['study', 'synthesize']);
/** Errors of commands that another try may not have. */
const TRANSIENT = new Set(['STORE_UNAVAILABLE', 'RUN_BUSY', 'SHARED_FILES_UNAVAILABLE']);
/** Between two notes of progress, in ms. */
const PROGRESS_MS = 1_000;
/** Between two looks for workers that do parts, and how long there may be none before a job goes on without them, in ms. */
const LOOK_MS = 5_000;
const ALONE_MS = 60_000;
/** How long a command has to end when the process that runs it does, in ms. */
const LEAVING_GRACE = 5_000;

/** Progress of a job that ran before, until its command says how far it is. */
const CONTINUED: JobProgress = {
  ...{ done: 0, total: null, secondsLeft: null },
  doing: 'continued after an interruption',
};
const RUNNER_LOST = {
  code: 'SERVICE_ENDED',
  detail:
    'The process that ran this job ended, or lost its connection. Start the job again; what it has already kept stays.',
};
/** It would otherwise wait for ever: its message is sent again whenever it is missing. */
const TASK_UNREADABLE = {
  code: 'JOB_FAILED',
  detail:
    'Another version of thetarank stored this job in a form that this one does not know. Start the job again.',
};

export interface JobHandlerServices {
  readonly jobs: JobStore;
  readonly workers: WorkerStore;
  readonly queue: Queue;
  readonly place: JobPlace;
  /** This process. */
  readonly facts: Pick<WorkerFacts, 'id' | 'host' | 'pid' | 'version'>;
  readonly role: 'worker' | 'service';
  /** Jobs at the same time. */
  readonly slots: number;
  /** How long the command of a cancelled job has to end, in ms. */
  readonly grace: number;
  /** ISO 8601. */
  now(): string;
  tell(event: LiveEvent): void;
  log(
    level: 'info' | 'warn' | 'error',
    event: string,
    facts: Readonly<Record<string, unknown>>,
  ): void;
}

/** Runs jobs that are on the queue of a database. */
export interface JobHandler extends QueueHandler {
  /** Interrupts what runs, and gives it and all that is taken from now on back to the queue. */
  leave(): void;
}

interface RunningJob {
  readonly id: string;
  readonly execution: Execution;
  /** Whether workers do its parts. */
  readonly isSpread: boolean;
  isCancelled: boolean;
  /** Whether its parts were left: another process then does them itself. */
  isAlone: boolean;
}

/**
 * Each job has one message at a time, named in its row; a message that its row does not name is void. The row is changed only
 * while it still names this try of this process, so that a process that lost a job writes nothing more about it.
 */
export function jobHandler(services: JobHandlerServices): JobHandler {
  const { jobs, queue, place, facts, role, slots, grace, now, tell, log } = services;
  // A job can be here twice for a moment: as a try that was lost and is being ended, and as the next one.
  const running = new Set<RunningJob>();
  let isLeaving = false;
  let isDraining = false;
  const isGivenBack = ({ isSpread, isAlone }: RunningJob) =>
    isLeaving || isAlone || (isDraining && isSpread);
  let looked = Number.NEGATIVE_INFINITY;
  /** When workers were last there. */
  let seen = performance.now();

  /** Interrupts jobs whose parts wait for workers that are gone. */
  const leaveParts = async (): Promise<void> => {
    const spread = [...running].filter(({ isSpread, isAlone }) => isSpread && !isAlone);
    const at = performance.now();
    if (spread.length === 0 || at - looked < LOOK_MS) return;
    if (at - looked > ALONE_MS || (await areWorkers(services))) seen = at;
    looked = at;
    if (at - seen < ALONE_MS) return;
    for (const own of spread) {
      log('warn', 'job-without-workers', { job: own.id });
      own.isAlone = true;
      own.execution.stop(grace);
    }
  };

  /** @returns whether the job was still this one's */
  const finish = async (
    { id, kind, bank }: KeptJob,
    task: KeptTask,
    change: JobChange & { readonly state: string },
    holder: unknown,
  ): Promise<boolean> => {
    if (!(await jobs.change(id, OPEN_STATES, { ...change, finishedAt: now() }, holder)))
      return false;
    await place.files.remove(task.files);
    const { code } = (change.error ?? {}) as { code?: string };
    log('info', 'job-ended', { job: id, kind, state: change.state, code });
    tell({ type: 'job', job: id, bank });
    return true;
  };

  /** Puts a job back at its place in the queue. A try that is given back does not count as failed. */
  const giveBack = async (
    { id, kind, bank, key }: KeptJob,
    message: Message,
    progress: JobProgress | null,
    holder: unknown,
  ): Promise<void> => {
    const next: JobHolder = { message: randomUUID(), version: facts.version };
    const change = { state: 'waiting', holder: next, progress };
    if (!(await jobs.change(id, OPEN_STATES, change, holder))) return;
    const own = { id: next.message, data: message.data, priority: priorityOf(key) };
    await queue.send(jobQueue(facts.version), [own]);
    log('info', 'job-ended', { job: id, kind, state: 'waiting' });
    tell({ type: 'job', job: id, bank });
  };

  const follow = async (
    row: KeptJob,
    task: KeptTask,
    message: Message,
    lost: AbortSignal,
    holder: JobHolder,
    traced: SpanNotes,
  ): Promise<void> => {
    const { id, kind, bank } = row;
    const notes = progressNotes(async (progress) => {
      await jobs.change(id, ['running'], { progress }, holder).catch(() => {});
      tell({ type: 'job', job: id, bank });
    });
    const isSpread = IN_PARTS.has(kind) && (await areWorkers(services));
    const job = { kind, task: isSpread ? spread(task) : task };
    const execution = executeJob(job, place, {
      onProgress: notes.note,
      onFilesFailed: (code, reason) => log('error', 'files-not-fetched', { job: id, code, reason }),
    });
    const own: RunningJob = { id, execution, isSpread, isCancelled: false, isAlone: false };
    const onLost = () => execution.abandon();
    lost.addEventListener('abort', onLost);
    if (lost.aborted) onLost();
    if (isGivenBack(own)) execution.stop(LEAVING_GRACE);
    running.add(own);
    try {
      const { error, result, signal } = await execution.ended;
      const progress = await notes.end();
      // The message may still be this try's: it must not count as done.
      if (lost.aborted) throw new Error('the database heard nothing of this process for long');
      if (own.isCancelled) {
        traced.note({ 'thetarank.job.state': 'cancelled' });
        await finish(row, task, { state: 'cancelled', progress }, holder);
        return;
      }
      if (isGivenBack(own) && error !== null) return await giveBack(row, message, progress, holder);
      // What cannot be continued is not tried again: its reason would be lost.
      const isTransient = error !== null && (signal !== null || TRANSIENT.has(error.code));
      if (isTransient && task.isRepeatable) throw new Error(`job ${id} (${kind}): ${error.detail}`);
      const state = error === null ? 'done' : 'failed';
      traced.note({ 'thetarank.job.state': state });
      await finish(row, task, { state, progress, error, result }, holder);
    } finally {
      lost.removeEventListener('abort', onLost);
      running.delete(own);
    }
  };

  return {
    queue: jobQueue(facts.version),
    slots,
    async handle(message, _slot, lost) {
      const row = await jobs.get(message.data.job);
      const task = keptTask.safeParse(row?.task).data;
      if (row === undefined) return;
      // Its message may have been handed out again by a person, with another id.
      const isRetried = isSetAside(row);
      if (!isRetried && row.finishedAt !== null) return;
      if (!isRetried && jobHolder.safeParse(row.holder).data?.message !== message.id) return;
      if (task === undefined) {
        const failed = { state: 'failed', finishedAt: now(), error: TASK_UNREADABLE };
        await jobs.change(row.id, OPEN_STATES, failed, row.holder);
        return;
      }
      if (row.cancelAt !== null && !isRetried) {
        await finish(row, task, { state: 'cancelled' }, row.holder);
        return;
      }
      if (isLeaving) return giveBack(row, message, null, row.holder);
      if (row.startedAt !== null && !task.isRepeatable) {
        await finish(row, task, { state: 'failed', error: RUNNER_LOST }, row.holder);
        return;
      }
      const { id, host, pid, version } = facts;
      const runner = { id, host, pid, attempt: message.retryCount, role };
      const holder: JobHolder = { message: message.id, version, runner };
      const progress = row.startedAt === null ? null : CONTINUED;
      const change = {
        ...{ state: 'running', holder, progress },
        ...{ error: null, finishedAt: null, cancelAt: null },
      };
      const startedAt = row.startedAt ?? now();
      const from = isRetried ? ['failed'] : OPEN_STATES;
      if (!(await jobs.change(row.id, from, { ...change, startedAt }, row.holder))) return;
      log('info', 'job-started', { job: row.id, kind: row.kind });
      tell({ type: 'job', job: row.id, bank: row.bank });
      const { trace = null } = message.data as JobMessage;
      const span = { 'thetarank.job': row.id, 'thetarank.job.kind': row.kind };
      const traced = beginSpan(`job ${row.kind}`, span, { parent: trace });
      try {
        await traced.within(() => follow(row, task, message, lost, holder, traced));
      } finally {
        traced.end();
      }
    },
    async tend() {
      const cancelled = new Set(await jobs.cancelled([...running].map(({ id }) => id)));
      for (const own of running) {
        if (!cancelled.has(own.id) || own.isCancelled) continue;
        own.isCancelled = true;
        own.execution.stop(grace);
      }
      await leaveParts();
    },
    drained() {
      isDraining = true;
      // Their parts may be for this process, which takes none any more.
      for (const own of running) if (own.isSpread) own.execution.stop(grace);
    },
    leave() {
      isLeaving = true;
      for (const { execution } of running) execution.stop(LEAVING_GRACE);
    },
  };
}

/** Whether a job failed with each process that took it. */
function isSetAside({ state, error }: Pick<KeptJob, 'state' | 'error'>): boolean {
  return state === 'failed' && (error as { code?: unknown } | null)?.code === JOB_SET_ASIDE;
}

/** The same task, of which workers do the parts. */
function spread(task: KeptTask): KeptTask {
  const { operation } = task;
  return {
    ...task,
    operation: { ...operation, options: { ...operation.options, on: 'workers' } },
  };
}

/** Whether workers take the parts of jobs. */
async function areWorkers({ workers, facts }: JobHandlerServices): Promise<boolean> {
  return (await workers.alive()).some(
    ({ version, queues, draining }) =>
      version === facts.version && queues.includes('tasks') && !draining,
  );
}

/** Notes the newest progress, at most once in PROGRESS_MS. */
function progressNotes(keep: (progress: JobProgress) => Promise<void>) {
  let last: JobProgress | null = null;
  let timer: NodeJS.Timeout | null = null;
  let keeping = Promise.resolve();
  return {
    note(progress: JobProgress) {
      last = progress;
      timer ??= setTimeout(() => {
        timer = null;
        keeping = keep(last!);
      }, PROGRESS_MS);
    },
    async end(): Promise<JobProgress | null> {
      if (timer !== null) clearTimeout(timer);
      await keeping;
      return last;
    },
  };
}
