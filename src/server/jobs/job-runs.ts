import type { JobProgress } from '../../jobs/running/job-end.ts';
import type { KeptTask } from '../../jobs/running/job-task.ts';
import type { Queue } from '../../queue/queue.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';
import type { Starter } from './job-service.ts';

/** A job before anybody has it. */
export type NewJob = Omit<KeptJob, 'holder' | 'task'> & { readonly task: KeptTask };

/** Who runs jobs: this process, or all processes that share a queue. */
export interface JobRuns {
  /** That of the database; null with SQLite. */
  readonly queue: Queue | null;
  /** Begins to run jobs, and takes over those of processes that have ended. */
  start(): Promise<void>;
  /** Progress that is newer than what is kept; null if there is none. */
  progressOf(id: string): JobProgress | null;
  /** Whether one more may wait. @throws JOBS_WAITING */
  requireRoom(by: Starter): Promise<void>;
  /** Keeps a job, which then waits for its turn. @throws SERVICE_CLOSING, JOBS_WAITING, STUDY_EXISTS */
  add(job: NewJob, by: Starter): Promise<KeptJob>;
  /** Ends a job that waits or runs; one that has ended stays as it is. */
  cancel(job: KeptJob): Promise<void>;
  close(): Promise<void>;
}

/** Most waiting jobs, per key and in total: each may have an upload that waits with it. */
export const MOST_OF_KEY = 20;
export const MOST = 100;
/** How long a command has to end when the service does, in ms. */
export const CLOSING_GRACE = 5_000;
