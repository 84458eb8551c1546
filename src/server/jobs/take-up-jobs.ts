import type { JobFiles } from '../../jobs/running/job-files.ts';
import { keptTask, OPEN_STATES } from '../../jobs/running/job-task.ts';
import { ownMark } from '../../store/access/process-mark.ts';
import type { ServiceContext } from '../service-context.ts';
import { isLeft } from './is-left.ts';
import type { WaitingJob } from './job-queue.ts';

const SERVICE_ENDED = {
  code: 'SERVICE_ENDED',
  detail:
    'The service ended while this job was running. Start the job again; what it has already kept stays.',
};

interface LeftJobs {
  readonly jobs: WaitingJob[];
  /** Those that jobs have. */
  readonly files: readonly string[];
}

/** Takes over jobs of ended processes on an SQLite file, and continues them if possible. */
export async function takeUpJobs(
  { store, now }: Pick<ServiceContext, 'store' | 'now'>,
  uploads: Pick<JobFiles, 'remove'>,
): Promise<LeftJobs> {
  const jobs: WaitingJob[] = [];
  const named: string[] = [];
  for (const { id, kind, bank, key, state, task, holder: before } of await store.jobs.open()) {
    const parsed = keptTask.safeParse(task);
    if (!parsed.success) continue;
    const { isRepeatable, files } = parsed.data;
    named.push(...files);
    if (!isLeft(before)) continue;
    if (state === 'running' && !isRepeatable) {
      const change = { state: 'failed', finishedAt: now(), error: SERVICE_ENDED };
      await store.jobs.change(id, OPEN_STATES, change);
      await uploads.remove(files);
      continue;
    }
    await store.jobs.change(id, OPEN_STATES, { state: 'waiting', holder: ownMark() });
    jobs.push({ id, kind, bank, key, task: parsed.data });
  }
  return { jobs, files: named };
}
