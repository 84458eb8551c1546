import { expect, test } from 'vitest';
import { silentEnd, unfinishedEnd } from '../../../src/jobs/running/job-end.ts';

test('a job with a result is not done while answers are missing or a budget is spent', () => {
  expect(unfinishedEnd(6, 'endpoint refuses')).toEqual({
    code: 'ANSWERS_MISSING',
    detail: 'endpoint refuses',
  });
  expect(unfinishedEnd(4, null)).toMatchObject({ code: 'BUDGET_SPENT' });
  // Not converged: the result says so.
  expect(unfinishedEnd(3, null)).toBeNull();
  expect(unfinishedEnd(0, null)).toBeNull();
});

test('a process that said nothing', () => {
  expect(silentEnd(0, null)).toBeNull();
  expect(silentEnd(null, 'SIGKILL')).toMatchObject({ code: 'INTERRUPTED' });
});
