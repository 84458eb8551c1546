import { z } from 'zod';
import { type Job, jobKind, jobState } from '../../api/jobs.ts';
import { jobHolder } from '../../jobs/queue/job-message.ts';
import type { JobProgress } from '../../jobs/running/job-end.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';

const progress = z
  .object({
    done: z.number(),
    total: z.number().nullable(),
    doing: z.string(),
    secondsLeft: z.number().nullable(),
  })
  .nullable()
  .catch(null);
const error = z.object({ code: z.string(), detail: z.string() }).nullable().catch(null);
const result = z.record(z.string(), z.unknown()).nullable().catch(null);

/** A job in a reply. @param now its progress, if it runs in this process */
export function jobOf(row: KeptJob, now: JobProgress | null): Job {
  const { id, bank, title, by, createdAt, startedAt, finishedAt } = row;
  const last = now ?? progress.parse(row.progress);
  const isDone = row.state === 'done';
  // A command may end before the most that it announced, and its last count may not have arrived.
  const total = last?.total ?? ((isDone && last?.done) || null);
  return {
    id,
    bank,
    title,
    by,
    createdAt,
    startedAt,
    finishedAt,
    kind: jobKind.parse(row.kind),
    state: jobState.parse(row.state),
    done: isDone && total !== null ? total : (last?.done ?? 0),
    total,
    doing: isDone ? '' : (last?.doing ?? ''),
    secondsLeft: finishedAt === null ? (last?.secondsLeft ?? null) : null,
    error: error.parse(row.error),
    result: result.parse(row.result),
    runner: row.state === 'waiting' ? null : runnerOf(row.holder),
  };
}

/** The process that has a job or had it last, such as `vm, worker 31e236cd93b2`. */
function runnerOf(holder: unknown): string | null {
  const runner = jobHolder.safeParse(holder).data?.runner ?? null;
  if (runner === null) return null;
  const { id, host, role } = runner;
  return `${host}, ${role === 'worker' ? `worker ${id}` : role}`;
}
