import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '../../api/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import type { JobStore, KeptJob } from '../../store/service/service-jobs.ts';
import type { WorkerStore } from '../../store/work/worker-store.ts';
import { OPEN_STATES } from '../running/job-task.ts';
import { withoutPaths } from '../running/without-paths.ts';
import { JOB_SET_ASIDE } from './job-handler.ts';
import { isJobQueue, type JobHolder, jobHolder, jobQueue, priorityOf } from './job-message.ts';

export interface JobKeeperServices {
  readonly jobs: JobStore;
  readonly workers: WorkerStore;
  readonly queue: Queue;
  /** Of thetarank. */
  readonly version: string;
  /** The versions of living instances: their jobs may wait for a worker. */
  versions(): Promise<readonly string[]>;
  /** ISO 8601. */
  now(): string;
  tell(event: LiveEvent): void;
  log(level: 'warn', event: string, facts: Readonly<Record<string, unknown>>): void;
}

/**
 * Keeps jobs and messages together: a job whose message was lost gets one again, a job of a version that no process has any more gets
 * one of this version, and a job whose message was set aside has failed. One process at a time calls it.
 */
export function jobKeeper(services: JobKeeperServices): () => Promise<void> {
  const { jobs, workers, queue, version, versions, now, tell, log } = services;
  /** Messages that were missing at the last look: one that is sent just now is not. */
  let missed: ReadonlySet<string> = new Set();

  const takeOver = async (row: KeptJob) => {
    const holder: JobHolder = { message: randomUUID(), version };
    if (!(await jobs.change(row.id, OPEN_STATES, { state: 'waiting', holder }, row.holder))) return;
    await send(row, holder.message);
    tell({ type: 'job', job: row.id, bank: row.bank });
  };
  const send = ({ id, key }: KeptJob, message: string) =>
    queue.send(jobQueue(version), [{ id: message, data: { job: id }, priority: priorityOf(key) }]);

  const endSetAside = async (open: ReadonlyMap<string, KeptJob>) => {
    for (const { id, of, queue: name, data, tries, error } of await queue.setAside()) {
      const row = isJobQueue(name) ? open.get(data.job) : undefined;
      // A former message of the job may be set aside too, after the job was given back or taken over.
      if (row === undefined || jobHolder.safeParse(row.holder).data?.message !== of) continue;
      // Who started the job need not know where the database is.
      const databases = [queue.location];
      const reason = withoutPaths(error, { options: {}, files: [], databases });
      const detail = `Each of ${tries} processes that took this job ended or failed (${reason}). Fix the cause, then run thetarank worker retry ${id}, or start the job again.`;
      const change = { state: 'failed', finishedAt: now(), error: { code: JOB_SET_ASIDE, detail } };
      if (!(await jobs.change(row.id, OPEN_STATES, change, row.holder))) continue;
      log('warn', 'job-set-aside', { job: row.id, message: id, tries, error });
      tell({ type: 'job', job: row.id, bank: row.bank });
    }
  };

  return async () => {
    const open = await jobs.open();
    await endSetAside(new Map(open.map((row) => [row.id, row])));
    const runners = (await workers.alive()).filter(({ queues }) => queues.includes('jobs'));
    const alive = new Set([...runners.map((row) => row.version), ...(await versions())]);
    const byVersion = new Map<string, { row: KeptJob; message: string }[]>();
    for (const row of open) {
      const holder = jobHolder.safeParse(row.holder).data;
      // Jobs of a copied SQLite store have no message.
      if (holder === undefined) await takeOver(row);
      else if (holder.version !== version && !alive.has(holder.version)) await takeOver(row);
      else
        byVersion.set(holder.version, [
          ...(byVersion.get(holder.version) ?? []),
          { row, message: holder.message },
        ]);
    }
    const missing = new Set<string>();
    for (const [of, own] of byVersion)
      for (const message of await queue.missing(
        jobQueue(of),
        own.map((one) => one.message),
      )) {
        const { row } = own.find((one) => one.message === message)!;
        if (missed.has(message)) await takeOver(row);
        else missing.add(message);
      }
    missed = missing;
  };
}
