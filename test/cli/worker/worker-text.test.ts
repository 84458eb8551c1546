import { expect, test } from 'vitest';
import { jobText, listText } from '../../../src/cli/worker/worker-text.ts';
import type { WorkProgress } from '../../../src/store/work/work-store.ts';

const RUNNING: WorkProgress = {
  ...{ id: 'a', name: 'monte-carlo', version: '1.2.3', begunAt: '2026-01-02T03:04:05.000Z' },
  ...{ isAlive: true, isStopping: false, perSecond: 2.04, secondsLeft: 4_441.2 },
  tasks: { all: 10_000, handedOut: 1_250, done: 940, failed: 0 },
};
const tasks = { all: null, handedOut: 8, done: 4, failed: 0 };
const unknown = { ...RUNNING, name: 'synthesis', tasks, perSecond: null, secondsLeft: null };

test('a list says how far computations are, over all workers', () => {
  const computations = [
    RUNNING,
    { ...unknown, perSecond: 0.0123 },
    { ...unknown, isAlive: false },
    { ...unknown, isStopping: true },
    { ...unknown, tasks: { ...tasks, failed: 1 } },
  ];
  const text = listText({ workers: [], queues: [], setAside: [], computations }, '');
  expect(text.split('\n').filter((line) => /computation|1\.2\.3/.test(line))).toEqual([
    'computation          begun                      done  handed out  per second  time left',
    'monte-carlo (1.2.3)  2026-01-02 03:04  940 of 10,000       1,250         2.0      1h14m',
    'synthesis (1.2.3)    2026-01-02 03:04              4           8       0.012          –',
    'synthesis (1.2.3)    2026-01-02 03:04              4           8           –          –  ending',
    'synthesis (1.2.3)    2026-01-02 03:04              4           8           –          –  failed',
    '1 computation whose command has ended: results are kept for a week, and used if it is started again.',
  ]);
  const none = listText({ workers: [], queues: [], setAside: [], computations: [] }, '');
  expect(none).not.toContain('computation');
});

test.each([
  ['job-started', {}, 'Job job_1 (study) started.'],
  ['job-ended', { state: 'done' }, 'Job job_1 (study) done.'],
  ['job-ended', { state: 'failed', code: 'RUN_BUSY' }, 'Job job_1 (study) failed: RUN_BUSY.'],
  [
    'job-ended',
    { state: 'waiting' },
    'Job job_1 (study) given back: another process continues it.',
  ],
  ['files-not-fetched', {}, null],
])('a worker says what it does with jobs: %s, %j', (event, facts, text) => {
  expect(jobText(event, { job: 'job_1', kind: 'study', ...facts })).toBe(text);
});

test('the next step of a list is a command that a worker can do, or to start one', () => {
  const row = {
    ...{ id: 'a', host: 'vm', pid: 7, version: '1.2.3', threads: 1 },
    ...{ active: 0, done: 0, failed: 0, draining: false },
    ...{ startedAt: '2026-01-02T03:04:05.000Z', renewedAt: '2026-01-02T03:04:05.000Z' },
  };
  const next = (...workers: { queues: string[]; draining?: boolean }[]) =>
    listText(
      {
        ...{ queues: [], setAside: [], computations: [] },
        workers: workers.map((own) => ({ ...row, ...own })),
      },
      '',
    ).split('Next: ')[1];
  for (const workers of [[], [{ queues: ['jobs'] }], [{ queues: ['tasks'], draining: true }]])
    expect(next(...workers)).toBe('thetarank worker');
  expect(next({ queues: ['jobs'] }, { queues: ['jobs', 'tasks'] })).toMatch(/--on workers$/);
});
