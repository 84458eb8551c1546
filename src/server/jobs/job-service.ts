import type { Job, JobKind, JobState } from '../../api/jobs.ts';
import { fail } from '../../errors.ts';
import type { SharedFiles } from '../../shared-files/shared-files.ts';
import { ownMark } from '../../store/access/process-mark.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';
import type { Caller } from '../caller.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import { JobQueue } from './job-queue.ts';
import { jobOf } from './job-row.ts';
import { type JobHolder, takeUpJobs } from './take-up-jobs.ts';
import { type UploadFiles, uploadFiles } from './upload-files.ts';

/** The task of a job. */
export interface JobTask {
  readonly kind: JobKind;
  /** Null for jobs of no bank. */
  readonly bank: string | null;
  /** For people. */
  readonly title: string;
  /** Of the command. */
  readonly args: readonly string[];
  /** Arguments to continue the command after a restart; null if that is impossible. */
  readonly resume: readonly string[] | null;
  /** A file that exists once the command can be continued; null if it always can. */
  readonly begun: string | null;
  /** Its own files, removed at its end: names of shared files, each also an argument, in place of its path. */
  readonly files: readonly string[];
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
  /** Files that jobs are started from. */
  readonly files: UploadFiles;
  /** Whether one more may wait; to be checked before its files are stored. @throws JOBS_WAITING */
  requireRoom(by: Starter): void;
  /** If it cannot be started, no file remains. @throws JOBS_WAITING */
  start(task: JobTask, by: Starter): Promise<Job>;
  get(id: string): Promise<Job>;
  /** Whether a job that has not ended is to make this file, `begun` of its task. */
  isMaking(begun: string): boolean;
  /** Whether a key has started it. */
  isOf(id: string, key: string): Promise<boolean>;
  list(query: JobQuery): Promise<{ readonly items: Job[]; readonly total: number }>;
  /** Ends a job that waits or runs; one that has ended stays as it is. */
  cancel(id: string): Promise<Job>;
  /** Interrupts running jobs. Jobs that can be continued continue after the next start; the others have failed. */
  close(): Promise<void>;
}

/** The key that starts a job. */
export type Starter = Pick<Caller, 'id' | 'name'>;

/** Time for a cancelled command to end after the interrupt, in ms: answers in flight may still arrive. */
const GRACE = 20_000;

/**
 * Opens the queue, and continues the jobs of an earlier process of the service.
 * @param shared the place of uploads
 * @param grace in ms, of cancelled jobs
 */
export async function jobService(
  context: ServiceContext,
  configuration: Pick<ServiceConfiguration, 'jobs' | 'database' | 'data'>,
  shared: SharedFiles,
  grace = GRACE,
): Promise<JobService> {
  const { store } = context;
  const { instance } = context;
  const holder = instance === null ? ownMark() : { instance: instance.id };
  const uploads = uploadFiles(context, configuration, shared);
  const left = await takeUpJobs(context, holder, uploads);
  await uploads.sweep(left.files);
  const queue = new JobQueue(context, configuration, uploads, left.jobs, grace);
  queue.startNext();

  const find = async (id: string): Promise<KeptJob> =>
    (await store.jobs.get(id)) ?? fail('NAME_UNKNOWN', { kind: 'job', name: id, nearest: null });
  const shown = (row: KeptJob) => jobOf(row, queue.progressOf(row.id));
  return {
    files: uploads,
    requireRoom: (by) => queue.requireRoom(by),
    async start(task, by) {
      const row = jobRow(task, by, holder, context);
      try {
        await queue.add(row, by, task);
      } catch (error) {
        await uploads.remove(task.files);
        throw error;
      }
      return shown(row);
    },
    get: async (id) => shown(await find(id)),
    isMaking: (begun) => queue.isMaking(begun),
    isOf: async (id, key) => (await find(id)).key === key,
    async list(query) {
      const { jobs, total } = await store.jobs.list(query);
      return { items: jobs.map(shown), total };
    },
    async cancel(id) {
      await queue.cancel(await find(id));
      return shown(await find(id));
    },
    close: () => queue.close(),
  };
}

/** The stored form of a new, waiting job. */
function jobRow(
  { kind, bank, title, args, resume, begun, files }: JobTask,
  by: Starter,
  holder: JobHolder,
  { randomBytes, now }: Pick<ServiceContext, 'randomBytes' | 'now'>,
): KeptJob {
  return {
    id: `job_${randomBytes(9).toString('base64url')}`,
    kind,
    bank,
    title,
    state: 'waiting',
    task: { args, resume, begun, files },
    by: by.name,
    key: by.id,
    holder,
    createdAt: now(),
    startedAt: null,
    finishedAt: null,
    progress: null,
    error: null,
    result: null,
  };
}
