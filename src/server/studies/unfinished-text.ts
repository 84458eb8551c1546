import { OPEN_STATES } from '../../jobs/running/job-task.ts';
import { count } from '../../numbers.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';
import { jobOf } from '../jobs/job-row.ts';

/** What a study without results says: whether they will come, or how to continue it. @param last the newest job that made it */
export function unfinishedText(last: KeptJob | undefined): string {
  if (last === undefined)
    return 'The study is not finished, and no job of this service makes it. If the command that began it has ended, run it again with --resume to continue it.';
  if (OPEN_STATES.includes(last.state))
    return 'The study is not finished yet. Its results appear here when it is.';
  const { state, finishedAt, done, total } = jobOf(last, null);
  const how = { cancelled: 'was cancelled', failed: 'failed' }[state as string] ?? 'ended';
  const when = finishedAt === null ? '' : ` at ${finishedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const far = total === null ? '' : `, at ${count(done)} of ${count(total)}`;
  return `The study is not finished: its job ${how}${when}${far}. Start it again under this name with the same design to continue it.`;
}
