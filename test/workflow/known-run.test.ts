import { expect, test } from 'vitest';
import type { RunSummary } from '../../src/run/run-record.ts';
import { knownRun } from '../../src/workflow/known-run.ts';

test.each([
  [16, { nearest: ['16', '15', '14'], total: 16, list: 'thetarank runs list' }],
  [2, { nearest: ['2', '1'] }],
])('an unknown run among %i', async (count, details) => {
  const runs = Array.from({ length: count }, (_, k) => ({ id: count - k }) as RunSummary);
  await expect(knownRun({ runs: async () => runs }, 99)).rejects.toMatchObject({
    code: 'NAME_UNKNOWN',
    details: { kind: 'run', name: '99', ...details },
  });
});
