import type { Metrics } from '../http/metrics.ts';
import type { JobService } from '../jobs/job-service.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { WorkerPart, WorkersSeen } from '../workers/worker-part.ts';

/** Gauges of workers are at most so old, in ms: however often metrics are read, the database is asked this seldom. */
const AGE = 15_000;

/** Sessions that take answers, for `/metrics`. */
export function sessionGauges(sessions: Pick<SessionService, 'count'>, metrics: Metrics): void {
  metrics.gauge('thetarank_open_sessions', 'Sessions that accept answers.', () =>
    sessions.count({ banks: null, state: 'open' }),
  );
}

/** Jobs by what they are doing, for `/metrics`. */
export function jobGauges(jobs: JobService, metrics: Metrics): void {
  for (const state of ['waiting', 'running'] as const)
    metrics.gauge(`thetarank_${state}_jobs`, `Jobs that are ${state}.`, async () => {
      const { total } = await jobs.list({ state, banks: null, limit: 1, offset: 0 });
      return total;
    });
}

/** Workers and what they have to do, for `/metrics`; with SQLite there are none, and no gauges of them. */
export function workerGauges(workers: WorkerPart, metrics: Metrics): void {
  if (!workers.isShared) return;
  const gauge = (name: string, help: string, of: (seen: WorkersSeen) => number) =>
    metrics.gauge(`thetarank_${name}`, help, async () => of(await workers.seen(AGE)));
  const inQueues = (of: 'waiting' | 'active') => (seen: WorkersSeen) =>
    seen.queues
      .filter(({ queue }) => queue.startsWith('tasks-'))
      .reduce((sum, queue) => sum + queue[of], 0);
  gauge('workers', 'Workers that do tasks.', ({ workers: alive }) => {
    return alive.filter(({ queues }) => queues.includes('tasks')).length;
  });
  gauge('waiting_tasks', 'Tasks that wait for a worker.', inQueues('waiting'));
  gauge('running_tasks', 'Tasks that workers do.', inQueues('active'));
  gauge(
    'set_aside_messages',
    'Tasks and jobs that were set aside because each try failed.',
    (seen) => seen.setAside.length,
  );
}
