import { count, decimal, plural } from '../../numbers.ts';
import type { QueueCounts, SetAside } from '../../queue/queue.ts';
import { textTable } from '../../report/text-table.ts';
import type { WorkProgress } from '../../store/work/work-store.ts';
import type { WorkerFacts, WorkerRow, WorkerState } from '../../store/work/worker-store.ts';
import { durationText } from '../output/duration-text.ts';

/** Everything that `thetarank worker list` shows. */
export interface WorkerList {
  readonly workers: readonly WorkerRow[];
  readonly queues: readonly QueueCounts[];
  readonly computations: readonly WorkProgress[];
  readonly setAside: readonly SetAside[];
}

/** The first line of a worker. */
export function readyText({ threads, queues, version }: WorkerFacts, location: string): string {
  return [
    `Worker of thetarank ${version} takes ${queues.join(', ')} from ${location} with ${plural(threads, 'thread')}.`,
    'Ctrl+C or SIGTERM finishes what it has and ends it; a second one ends it at once.',
  ].join('\n');
}

/** What a worker notes of a job: its start, and what came of it. */
export function jobText(event: string, facts: Readonly<Record<string, unknown>>): string | null {
  const job = `Job ${facts.job} (${facts.kind})`;
  if (event === 'job-started') return `${job} started.`;
  if (event !== 'job-ended') return null;
  const { state, code } = facts;
  if (state === 'waiting') return `${job} given back: another process continues it.`;
  return `${job} ${state === 'failed' && code !== undefined ? `failed: ${code}` : state}.`;
}

/** How much a worker has done since a moment, such as `120 tasks done, 2.1 per second`. */
export function stateText(
  { done, failed, active }: WorkerState,
  seconds: number,
  before = 0,
): string {
  const rate = seconds > 0 ? `, ${decimal((done - before) / seconds, 1)} per second` : '';
  const tries = failed > 0 ? `, ${plural(failed, 'failed try', 'failed tries')}` : '';
  return `${plural(done, 'task')} done${rate}${tries}, ${count(active)} at work`;
}

/** @param database the option that names it, for the next step */
export function listText(
  { workers, queues, computations, setAside }: WorkerList,
  database: string,
): string {
  const right = (head: string) => ({ head, align: 'right' as const });
  const columns = (...heads: string[]) => heads.map((head) => ({ head }));
  const blocks = [
    workers.length === 0
      ? 'No worker is running.'
      : textTable(
          [
            ...columns('worker', 'host', 'process', 'version', 'takes'),
            ...['threads', 'at work', 'done', 'failed tries'].map(right),
            { head: '' },
          ],
          workers.map((row) => [
            row.id,
            row.host,
            `${row.pid}`,
            row.version,
            row.queues.join(', '),
            ...[row.threads, row.active, row.done, row.failed].map((n) => count(n)),
            row.draining ? 'ending' : '',
          ]),
        ),
    textTable(
      [{ head: 'queue' }, right('waiting'), right('at work')],
      queues.map(({ queue, waiting, active }) => [queue, count(waiting), count(active)]),
    ),
  ];
  const alive = computations.filter(({ isAlive }) => isAlive);
  if (alive.length > 0) blocks.push(computationsText(alive));
  if (alive.length < computations.length) blocks.push(keptText(computations.length - alive.length));
  if (setAside.length > 0)
    blocks.push(
      `Set aside after failing at each try:\n${textTable(
        [...columns('id', 'queue'), right('tries'), ...columns('since', 'error')],
        setAside.map(({ id, queue, tries, at, error }) => [
          id,
          queue,
          `${tries}`,
          at.slice(0, 16).replace('T', ' '),
          error,
        ]),
      )}`,
    );
  const next =
    setAside.length > 0
      ? `thetarank worker retry ${setAside[0].id}${database}, or discard in place of retry`
      : !workers.some((row) => row.queues.includes('tasks') && !row.draining)
        ? `thetarank worker${database}`
        : `thetarank simulate monte-carlo design.yaml --on workers${database}`;
  return `${blocks.join('\n\n')}\n\nNext: ${next}`;
}

function keptText(ended: number): string {
  const what = `${plural(ended, 'computation')} whose command has ended`;
  return `${what}: results are kept for a week, and used if it is started again.`;
}

/** How far computations are, over all workers. */
function computationsText(computations: readonly WorkProgress[]): string {
  const right = (head: string) => ({ head, align: 'right' as const });
  return textTable(
    [
      { head: 'computation' },
      { head: 'begun' },
      right('done'),
      right('handed out'),
      right('per second'),
      right('time left'),
      { head: '' },
    ],
    computations.map(({ name, version, begunAt, tasks, perSecond, secondsLeft, ...row }) => [
      `${name} (${version})`,
      begunAt.slice(0, 16).replace('T', ' '),
      tasks.all === null ? count(tasks.done) : `${count(tasks.done)} of ${count(tasks.all)}`,
      count(tasks.handedOut),
      perSecond === null ? '–' : decimal(perSecond, perSecond < 1 ? 3 : 1),
      secondsLeft === null ? '–' : durationText(Math.ceil(secondsLeft)),
      tasks.failed > 0 ? 'failed' : row.isStopping ? 'ending' : '',
    ]),
  );
}
