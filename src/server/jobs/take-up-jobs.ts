import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { lifeOf, type ProcessMark } from '../../store/access/process-mark.ts';
import type { ServiceContext } from '../service-context.ts';
import { OPEN_STATES, type WaitingJob } from './job-queue.ts';
import type { UploadFiles } from './upload-files.ts';

/** The stored part of a task. */
const keptTask = z.object({
  args: z.array(z.string()),
  resume: z.array(z.string()).nullable(),
  begun: z.string().nullable(),
  files: z.array(z.string()),
});
const instanceMark = z.object({ instance: z.string() });
const mark = z.object({ host: z.string(), pid: z.int(), started: z.string().nullable() });

const SERVICE_ENDED = {
  code: 'SERVICE_ENDED',
  detail:
    'The service ended while this job was running. Start the job again; what it has already kept stays.',
};

/** Who has a job in its queue: a process, or on a shared database an instance. */
export type JobHolder = ProcessMark | z.infer<typeof instanceMark>;

interface LeftJobs {
  readonly jobs: WaitingJob[];
  /** Those that jobs have. */
  readonly files: readonly string[];
}

/** The lease of the instance that takes over jobs: one at a time, so that no job is taken twice. In ms: how often it is tried. */
const LEASE = 'jobs/take-up';
const AGAIN = 200;

/** Takes over jobs of ended processes, and continues them if possible. */
export async function takeUpJobs(
  context: Pick<ServiceContext, 'store' | 'now' | 'instance'>,
  holder: JobHolder,
  uploads: Pick<UploadFiles, 'remove'>,
): Promise<LeftJobs> {
  const { instance, store } = context;
  if (instance === null) return takeUp(context, holder, new Set(), uploads);
  while (!(await instance.hold(LEASE))) await pause(AGAIN);
  try {
    const alive = ((await store.instances?.list()) ?? []).filter(({ isAlive }) => isAlive);
    return await takeUp(context, holder, new Set(alive.map(({ id }) => id)), uploads);
  } finally {
    await instance.release(LEASE);
  }
}

/** @param alive the living instances, with this one */
async function takeUp(
  { store, now }: Pick<ServiceContext, 'store' | 'now'>,
  holder: JobHolder,
  alive: ReadonlySet<string>,
  uploads: Pick<UploadFiles, 'remove'>,
): Promise<LeftJobs> {
  const jobs: WaitingJob[] = [];
  const named: string[] = [];
  for (const { id, kind, bank, key, state, task, holder: before } of await store.jobs.open()) {
    const parsed = keptTask.safeParse(task);
    if (!parsed.success) continue;
    const { args, resume, begun, files } = parsed.data;
    named.push(...files);
    if (!isLeft(before, alive)) continue;
    if (state === 'running' && resume === null) {
      await store.jobs.change(id, OPEN_STATES, {
        state: 'failed',
        finishedAt: now(),
        error: SERVICE_ENDED,
      });
      await uploads.remove(files);
      continue;
    }
    const isAgain = state === 'running' && (begun === null || existsSync(begun));
    await store.jobs.change(id, OPEN_STATES, { state: 'waiting', holder });
    const added = (isAgain ? (resume ?? []) : []).filter((word) => !args.includes(word));
    jobs.push({ id, bank, key, task: { kind, args: [...args, ...added], begun, files } });
  }
  return { jobs, files: named };
}

/**
 * Whether no process has a job any more. A process of unknown state, as after a container's start, counts as ended: an SQLite database
 * has been claimed, and on PostgreSQL only an earlier version names processes.
 */
function isLeft(holder: unknown, alive: ReadonlySet<string>): boolean {
  const one = instanceMark.safeParse(holder);
  if (one.success) return !alive.has(one.data.instance);
  const other = mark.safeParse(holder);
  return holder === null || (other.success && lifeOf(other.data) !== 'alive');
}
