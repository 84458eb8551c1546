import { z } from 'zod';

/** Processes of one version take these: another one may know other commands. */
export const jobQueue = (version: string): string => `jobs-${version}`;

/** Whether messages of this queue are jobs. */
export const isJobQueue = (queue: string): boolean => queue.startsWith('jobs-');

/** The priorities of jobs: a person waits for those that one started. */
const PRIORITY = { person: 10, schedule: 0 } as const;
/** Who starts the jobs of a schedule; the keys of people have other ids. */
export const SCHEDULE = { id: 'schedule', name: 'schedule' };

export const priorityOf = (key: string | null): number =>
  key === SCHEDULE.id ? PRIORITY.schedule : PRIORITY.person;

/** The fields of a message. */
export type JobMessage = {
  readonly job: string;
  /** The span that started the job; missing if there is none. */
  readonly trace?: string;
};

/** Who has a job: the message that stands for it, and once it runs, the process that has taken the message. */
export const jobHolder = z.object({
  message: z.string(),
  /** Of thetarank. */
  version: z.string(),
  runner: z
    .object({
      id: z.string(),
      host: z.string(),
      pid: z.int(),
      attempt: z.int(),
      role: z.enum(['worker', 'service']),
    })
    .nullable()
    .default(null),
});
export type JobHolder = z.input<typeof jobHolder>;
