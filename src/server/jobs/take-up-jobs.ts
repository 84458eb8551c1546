import { existsSync } from 'node:fs';
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
const mark = z.object({ host: z.string(), pid: z.int(), started: z.string().nullable() });

const SERVICE_ENDED = {
  code: 'SERVICE_ENDED',
  detail:
    'The service ended while this job was running. Start the job again; what it has already kept stays.',
};

/**
 * Takes over jobs of ended processes, and continues them if possible.
 * @returns those that wait now, and the files that jobs have
 */
export async function takeUpJobs(
  { store, now }: Pick<ServiceContext, 'store' | 'now'>,
  holder: ProcessMark,
  uploads: Pick<UploadFiles, 'remove'>,
): Promise<{ readonly jobs: WaitingJob[]; readonly files: readonly string[] }> {
  const jobs: WaitingJob[] = [];
  const named: string[] = [];
  for (const { id, kind, bank, key, state, task, holder: before } of await store.jobs.open()) {
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
 * Whether no process has a job any more. The service has claimed the database, so a process of unknown state, as after a
 * container's start, counts as ended.
 */
function isLeft(holder: unknown): boolean {
  const other = mark.safeParse(holder);
  return holder === null || (other.success && lifeOf(other.data) !== 'alive');
}
