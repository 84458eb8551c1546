import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executeJob, type JobPlace } from '../../../src/jobs/running/execute-job.ts';
import type { JobFiles } from '../../../src/jobs/running/job-files.ts';
import { keptTask } from '../../../src/jobs/running/job-task.ts';
import type { OperationName } from '../../../src/operations/table.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { IS_ALL } from '../../repetitions.ts';

const folder = temporaryFolder();
const database = join(folder, 'jobs.db');
const files = {
  fetch: async () => ({ paths: new Map(), folder, remove: async () => {} }),
} as unknown as JobFiles;
const place: JobPlace = { database, location: database, files, studies: null, version: '1' };
const endOf = (name: OperationName, options: Record<string, unknown> = {}) => {
  const task = keptTask.parse({ operation: { name, options }, isRepeatable: false });
  const job = { kind: 'audit', task };
  return executeJob(job, place, { onProgress() {}, onFilesFailed() {} }).ended;
};

test('the result of an operation does not say where the database is', async () => {
  await (await openStore(database, { clock: () => new Date(0) })).close();
  const { error, result } = await endOf('bank list');
  expect(error).toBeNull();
  expect(result).toMatchObject({ database: 'the database', banks: expect.any(Array) });
});

test.runIf(IS_ALL)('a result that is too large to be kept with the job is left out', async () => {
  const file = join(folder, 'outputs.jsonl');
  const line = { model: 'a', item: 'q'.repeat(150), output: 'The answer is B.' };
  writeFileSync(file, `${JSON.stringify(line)}\n`.repeat(2000));
  const end = await endOf('extract', { file });
  expect(end).toEqual({ error: null, result: null, signal: null });
});
