import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runOperation } from '../../../src/jobs/running/run-operation.ts';
import { keepExam, keptRuns } from '../../e2e/live/bank.ts';
import { writeExam } from '../../e2e/live/exam.ts';
import { serveExam } from '../../e2e/live/served-exam.ts';
import { temporaryFolder } from '../../files/temporary.ts';

test('a synthesis that is stopped keeps the answers in flight, and says that it was interrupted', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'store.db');
  const exam = writeExam(folder, 'stopped', 24, { strong: 1, weak: -1 });
  await keepExam(exam, database);
  const served = await serveExam(exam);
  const models = ['strong', 'weak'].map((name) => ({ name, model: name, baseUrl: served.url }));
  const config = join(folder, 'mps.yaml');
  writeFileSync(config, JSON.stringify({ models, participants: [{ who: 'alone' }] }));
  const options = { bank: 'sums', config, concurrency: 1 };
  const job = runOperation(
    { operation: 'calibrate synthesize', options, database },
    { folder, version: '1', onProgress() {} },
  );
  served.onAsked = () => job.stop(600_000);
  const { error, result } = await job.ended;
  await served.close();
  expect(error).toMatchObject({ code: 'INTERRUPTED' });
  expect(result).toMatchObject({ complete: false });
  const [run] = await keptRuns(database);
  // Each that was asked was answered, and is kept.
  expect(run.kept).toHaveLength(served.asked.length);
});
