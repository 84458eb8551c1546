import { expect, test } from 'vitest';
import { fail, type ThetarankError } from '../../../src/errors.ts';
import { synthesisExit } from '../../../src/operations/asking/asking-exit.ts';
import type { ModelOutcome } from '../../../src/run/run-models.ts';

const failure = (examinee: string, isForAll: boolean) => {
  try {
    return fail('EXAMINEE_FAILED', { examinee, reason: 'HTTP 500', todo: 'Try.', isForAll });
  } catch (error) {
    return error as ThetarankError;
  }
};
const exit = (missing: number, ...outcomes: readonly Omit<ModelOutcome, 'model'>[]) =>
  synthesisExit({
    outcomes: outcomes.map((own, k) => ({ model: `m${k}`, ...own })),
    isInterrupted: outcomes.some(({ stopped }) => stopped === 'stopped'),
    tally: { calls: () => ({ kept: 1, missing }) } as Parameters<typeof synthesisExit>[0]['tally'],
  }).code;
const done = { stopped: null, error: null } as const;
const failed = (isForAll: boolean) =>
  ({ stopped: 'failed', error: failure('m', isForAll) }) as const;

test('exit codes tell calls to repeat from errors to fix', () => {
  expect(exit(0, done)).toBe(0);
  // No answer after all retries: --resume asks.
  expect(exit(3, done)).toBe(6);
  expect(exit(3, done, failed(false))).toBe(6);
  // A refused key: --resume would meet it again.
  expect(exit(3, failed(false), failed(true))).toBe(2);
  expect(exit(3, { stopped: 'budget', error: null })).toBe(4);
  expect(exit(3, { stopped: 'stopped', error: null })).toBe(130);
  // Well where nothing is missing, whatever ended it.
  for (const stopped of ['budget', 'stopped'] as const)
    expect(exit(0, { stopped, error: null })).toBe(0);
});
