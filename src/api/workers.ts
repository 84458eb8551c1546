import { z } from 'zod';
import { time } from './common.ts';

const tasks = z.int().min(0);

const worker = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string().meta({ description: 'of thetarank' }),
  threads: z.int(),
  takes: z.array(z.string()).meta({ description: 'kinds of work, such as tasks' }),
  active: tasks.meta({ description: 'tasks at work' }),
  done: tasks.meta({ description: 'tasks done since its start' }),
  failed: tasks.meta({ description: 'tries that failed since its start' }),
  draining: z
    .boolean()
    .meta({ description: 'true: it finishes what it has and takes nothing new' }),
  startedAt: time,
  renewedAt: time.meta({ description: 'when it last said that it is at work' }),
});

const queue = z.object({
  queue: z.string().meta({ description: 'kind of work and version of thetarank' }),
  waiting: tasks,
  active: tasks.meta({ description: 'messages at work' }),
});

const computation = z.object({
  id: z.string(),
  name: z.string().meta({ description: 'such as monte-carlo, test-length or synthesis' }),
  version: z.string().meta({ description: 'of thetarank; only workers of the same do its tasks' }),
  begunAt: time,
  isAlive: z.boolean().meta({
    description:
      'whether the command that hands out its tasks is there; if not, workers still do what it has handed out',
  }),
  isStopping: z.boolean().meta({ description: 'true: its tasks have been asked to end early' }),
  tasks: z.object({
    all: tasks.nullable().meta({ description: 'null if it is not known in advance' }),
    handedOut: tasks,
    done: tasks.meta({ description: 'of all workers' }),
    failed: tasks,
  }),
  perSecond: z.number().nullable().meta({
    description: 'tasks done per second in the last minute; null right after its begin',
  }),
  secondsLeft: z.number().nullable(),
});
export type Computation = z.infer<typeof computation>;

const setAside = z.object({
  id: z.string(),
  queue: z.string(),
  tries: z.int(),
  error: z.string().nullable().meta({
    description:
      'of the last try, at most 2,000 characters; null for runners, as it can quote what the task was about',
  }),
  at: time,
});
export type SetAside = z.infer<typeof setAside>;

/** Everything that workers do on a shared database. */
export const workerList = z.object({
  workers: z.array(worker).meta({ description: 'those alive, the oldest first' }),
  queues: z.array(queue).meta({ description: 'counts of the last five seconds' }),
  computations: z.array(computation).meta({ description: 'the oldest first' }),
  setAside: z.array(setAside).meta({
    description: 'messages that failed at each try, the oldest first, at most 100',
  }),
  setAsideTotal: z.int(),
  reason: z.string().nullable().meta({
    description: 'why there can be no workers, as with SQLite; else null',
  }),
});
export type WorkerList = z.infer<typeof workerList>;

export const setAsidePath = z.object({
  id: z.uuid('the id of a message in "setAside" of GET /v1/workers'),
});
/** What was done with a message that was set aside. */
export const setAsideChange = z.object({ id: z.string(), action: z.enum(['retry', 'discard']) });
