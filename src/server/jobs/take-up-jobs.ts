import { existsSync } from 'node:fs';
import { z } from 'zod';
import { lifeOf, type ProcessMark } from '../../store/access/process-mark.ts';
import type { ServiceContext } from '../service-context.ts';
import { OPEN_STATES, type WaitingJob } from './job-queue.ts';
import { removeFiles } from './remove-files.ts';

/** What is kept of a task in the database. */
const keptTask = z.object({
  args: z.array(z.string()),
  resume: z.array(z.string()).nullable(),
  begun: z.string().nullable(),
  files: z.array(z.string()),
});
const mark = z.object({ host: z.string(), pid: z.int(), started: z.string().nullable() });

const SERVICE_ENDED = {
  code: 'SERVICE_ENDED',
  detail:
    'The service ended while this job was running. Start the job again; what it has already kept stays.',
};

/**
 * Jobs of processes that are gone: they go on where they can.
 * @returns those that wait now, and the files that jobs have
 */
export async function takeUpJobs(
  { store, now }: Pick<ServiceContext, 'store' | 'now'>,
  holder: ProcessMark,
): Promise<{ readonly jobs: WaitingJob[]; readonly files: readonly string[] }> {
  const jobs: WaitingJob[] = [];
  const named: string[] = [];
  for (const { id, bank, key, state, task, holder: before } of await store.jobs.open()) {
    const parsed = keptTask.safeParse(task);
    if (!parsed.success) continue;
    const { args, resume, begun, files } = parsed.data;
    named.push(...files);
    if (!isLeft(before)) continue;
    if (state === 'running' && resume === null) {
      await store.jobs.change(id, OPEN_STATES, {
        state: 'failed',
        finishedAt: now(),
        error: SERVICE_ENDED,
      });
      removeFiles(files);
      continue;
    }
    const isAgain = state === 'running' && (begun === null || existsSync(begun));
    await store.jobs.change(id, OPEN_STATES, { state: 'waiting', holder });
    const added = (isAgain ? (resume ?? []) : []).filter((word) => !args.includes(word));
    jobs.push({ id, bank, key, task: { args: [...args, ...added], begun, files } });
  }
  return { jobs, files: named };
}

/**
 * Whether nobody has a job any more. The service has claimed the database: a process of which this cannot be told, as after a
 * container's start, is none.
 */
function isLeft(holder: unknown): boolean {
  const other = mark.safeParse(holder);
  return holder === null || (other.success && lifeOf(other.data) !== 'alive');
}
