import { expect, test } from 'vitest';
import { jobOf } from '../../../src/server/jobs/job-row.ts';
import type { KeptJob } from '../../../src/store/service/service-jobs.ts';

const ROW: KeptJob = {
  ...{ id: 'job_1', kind: 'calibrate', bank: 'exam', title: 'Calibration of exam', by: 'ada' },
  ...{ key: null, cancelAt: null, study: null, task: {}, holder: null, state: 'running' },
  ...{ createdAt: '2026-01-02T03:04:05.000Z', startedAt: '2026-01-02T03:04:05.000Z' },
  ...{ finishedAt: null, progress: null, error: null, result: null },
};
const DOING = 'round 41 of at most 500';

test.each([
  ['running', { done: 41, total: 90 }, { done: 41, total: 90, doing: DOING }],
  ['failed', { done: 41, total: 90 }, { done: 41, total: 90, doing: DOING }],
  ['done', { done: 41, total: 90 }, { done: 90, total: 90, doing: '' }],
  ['done', { done: 41, total: null }, { done: 41, total: 41, doing: '' }],
  ['done', { done: 0, total: null }, { done: 0, total: null, doing: '' }],
])('progress of a job that is %s: %j', (state, counted, shown) => {
  const progress = { ...counted, doing: DOING, secondsLeft: 3 };
  expect(jobOf({ ...ROW, state, progress }, null)).toMatchObject(shown);
});

test('a job says which process runs it, or ran it last', () => {
  const runner = { id: '31e236cd93b2', host: 'vm', pid: 7, attempt: 0 };
  const of = (state: string, more: object | null) =>
    jobOf(
      {
        ...ROW,
        ...{
          state,
          holder: { message: 'm', version: '1', runner: more && { ...runner, ...more } },
        },
      },
      null,
    ).runner;
  expect(of('running', { role: 'worker' })).toBe('vm, worker 31e236cd93b2');
  expect(of('failed', { role: 'service' })).toBe('vm, service');
  expect(of('waiting', { role: 'worker' })).toBeNull();
  expect(of('cancelled', null)).toBeNull();
  expect(jobOf({ ...ROW, holder: null }, null).runner).toBeNull();
});
