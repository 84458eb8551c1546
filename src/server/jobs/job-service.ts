import type { Job, JobKind, JobState } from '../../api/jobs.ts';
import { fail } from '../../errors.ts';
import { jobQueue } from '../../jobs/queue/job-message.ts';
import type { JobPlace } from '../../jobs/running/execute-job.ts';
import { type JobFiles, jobFiles } from '../../jobs/running/job-files.ts';
import { type KeptTask, keptTask } from '../../jobs/running/job-task.ts';
import type { Queue } from '../../queue/queue.ts';
import type { SharedFiles } from '../../shared-files/shared-files.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';
import type { StudyFiles } from '../../workflow/studies/kept/study-files.ts';
import type { Caller } from '../caller.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import { JobQueue } from './job-queue.ts';
import { jobOf } from './job-row.ts';
import type { JobRuns, NewJob } from './job-runs.ts';
import { QueuedJobs } from './queued-jobs.ts';

/** The task of a job. */
export interface JobTask
  extends Partial<Omit<KeptTask, 'isRepeatable'>>,
    Pick<KeptTask, 'isRepeatable'> {
  readonly kind: JobKind;
  /** Null for jobs of no bank. */
  readonly bank: string | null;
  /** For people. */
  readonly title: string;
}

export interface JobQuery {
  readonly kind?: JobKind | undefined;
  readonly state?: JobState | undefined;
  readonly banks: readonly string[] | null;
  /** Those of this key too. */
  readonly key?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Commands of thetarank that run longer than a request may take, queued and several at once. All methods throw NAME_UNKNOWN for
 * an unknown job.
 */
export interface JobService {
  /** The queue of the database; null with SQLite. */
  readonly queue: Queue | null;
  /** Files that jobs are started from. */
  readonly files: JobFiles;
  /** Whether one more may wait; to be checked before its files are stored. @throws JOBS_WAITING */
  requireRoom(by: Starter): Promise<void>;
  /** If it cannot be started, no file remains. @throws JOBS_WAITING; STUDY_EXISTS if another one makes the same study */
  start(task: JobTask, by: Starter): Promise<Job>;
  get(id: string): Promise<Job>;
  /** Whether a key has started it. */
  isOf(id: string, key: string): Promise<boolean>;
  list(query: JobQuery): Promise<{ readonly items: Job[]; readonly total: number }>;
  /** Ends a job that waits or runs; one that has ended stays as it is. */
  cancel(id: string): Promise<Job>;
  /** Interrupts running jobs. Those that can be continued go on elsewhere, or after the next start; the others have failed. */
  close(): Promise<void>;
}

/** The key that starts a job. */
export type Starter = Pick<Caller, 'id' | 'name'>;

/** Time for a cancelled command to end after the interrupt, in ms: answers in flight may still arrive. */
const GRACE = 20_000;

/** What a service needs for its jobs. */
export interface JobServiceOptions extends Pick<JobPlace, 'perform'> {
  /** The database with its password, jobs at once, and the folder of this machine for copies. */
  readonly configuration: Pick<ServiceConfiguration, 'jobs' | 'database' | 'data'>;
  /** The place of uploads. */
  readonly shared: SharedFiles;
  /** Null if studies stay in a folder of this machine. */
  readonly studies: StudyFiles | null;
  /** Of thetarank. */
  readonly version: string;
  /** In ms, of cancelled jobs. */
  readonly grace?: number;
}

/** Begins to run jobs, and continues those of processes that have ended. @throws STORE_UNAVAILABLE */
export async function jobService(
  context: ServiceContext,
  { configuration, shared, studies, version, grace = GRACE, ...how }: JobServiceOptions,
): Promise<JobService> {
  const { store, instance, randomBytes, log } = context;
  const { location } = store;
  const database = configuration.database ?? location;
  const files = jobFiles(shared, { location, data: configuration.data, randomBytes, log });
  const place = { database, location, files, studies, version, ...how };
  const most = configuration.jobs;
  const runs = await runsOf();
  try {
    await runs.start();
  } catch (error) {
    // A queue that stays open would keep the process alive, which serves nothing.
    await runs.close();
    throw error;
  }

  async function runsOf(): Promise<JobRuns> {
    if (store.workers === null || instance === null)
      return new JobQueue(context, place, most, grace);
    // Only here: no service on SQLite needs it.
    const { openQueue } = await import('../../queue/queue.ts');
    const queue = await openQueue(database, [jobQueue(version)]);
    const { workers } = store;
    return new QueuedJobs({ context, instance, workers, queue, place, version, most, grace });
  }

  const find = async (id: string): Promise<KeptJob> =>
    (await store.jobs.get(id)) ?? fail('NAME_UNKNOWN', { kind: 'job', name: id, nearest: null });
  const shown = (row: KeptJob) => jobOf(row, runs.progressOf(row.id));
  return {
    queue: runs.queue,
    files,
    requireRoom: (by) => runs.requireRoom(by),
    async start(task, by) {
      try {
        return shown(await runs.add(newJob(task, by, context), by));
      } catch (error) {
        await files.remove(task.files ?? []);
        throw error;
      }
    },
    get: async (id) => shown(await find(id)),
    isOf: async (id, key) => (await find(id)).key === key,
    async list(query) {
      const { jobs, total } = await store.jobs.list(query);
      return { items: jobs.map(shown), total };
    },
    async cancel(id) {
      await runs.cancel(await find(id));
      return shown(await find(id));
    },
    close: () => runs.close(),
  };
}

/** The stored form of a new, waiting job. */
function newJob(
  { kind, bank, title, ...task }: JobTask,
  by: Starter,
  { randomBytes, now }: Pick<ServiceContext, 'randomBytes' | 'now'>,
): NewJob {
  return {
    id: `job_${randomBytes(9).toString('base64url')}`,
    kind,
    bank,
    title,
    state: 'waiting',
    task: keptTask.parse(task),
    by: by.name,
    key: by.id,
    createdAt: now(),
    startedAt: null,
    finishedAt: null,
    progress: null,
    error: null,
    result: null,
    cancelAt: null,
    study: task.study ?? null,
  };
}
