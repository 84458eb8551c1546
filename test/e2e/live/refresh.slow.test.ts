import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../files/temporary.ts';
import { postgresOfRun } from '../../store/postgres-of-run.ts';
import { keepExam, keptRuns } from './bank.ts';
import { succeed, thetarank } from './command.ts';
import { DRIFTED, writeRefreshExam } from './refresh-exam.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

/** A bank is calibrated, models are tested on it, the calibration is refreshed, accepted and rolled back. */
const folder = temporaryFolder();
const exam = writeRefreshExam(folder);
const server = await postgresOfRun();
let served: ServedExam;
beforeAll(async () => {
  served = await serveExam(exam);
});
afterAll(async () => {
  await served.close();
});

test.each(['sqlite', 'postgres'] as const)('from fit to rollback on %s', async (dialect) => {
  if (dialect === 'postgres' && server === null) return;
  const database = dialect === 'sqlite' ? join(folder, 'store.db') : await server!.database();
  await keepExam(exam, database);
  const on = ['--database', database];
  const calibrate = (...args: string[]) => succeed('calibrate', ...args, ...on);
  const bank = ['--bank', 'sums'];
  const refused = async (...args: string[]) => {
    const ran = await thetarank(['calibrate', ...args, ...on]);
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    return ran.stderr;
  };

  expect(await refused('refresh', ...bank)).toMatch(
    'no calibration is in force. Make one: thetarank calibrate fit --bank sums --keep',
  );
  await calibrate('fit', ...bank, '--keep', '--irt-model', '2pl');
  expect(await refused('refresh', ...bank)).toMatch('Accept a kept one');
  expect(await calibrate('accept', '1')).toMatch('Calibration 1 of sums is in force.');
  expect(await refused('refresh', ...bank)).toMatch('no model has');

  // Adaptive tests on the calibration in force.
  const models = ['strong', 'weak'].flatMap((name) => ['--model', `${name}@${served.url}`]);
  const test = ['--calibration', 'current', '--items', '30'];
  await succeed('rank', ...bank, ...test, ...models, ...on);
  const [run] = await keptRuns(database);
  expect(run.configuration.calibration).toMatchObject({ number: 1 });
  expect(await refused('refresh', ...bank)).toMatch(/2 new models.*at least 10 are needed/);

  await succeed('bank', 'record', exam.later, '--to', 'sums', ...on);
  const before = JSON.parse(await calibrate('rescore', ...bank, '--calibration', '1', '--json'));
  const shown = JSON.parse(await calibrate('refresh', ...bank, '--dry-run', '--json'));
  expect(shown).toMatchObject({ calibration: null, accepted: false, refreshed: 1, refusal: null });
  expect(JSON.parse(await calibrate('list', ...bank, '--json'))).toHaveLength(1);

  const out = {
    items: join(folder, `items-${dialect}.csv`),
    page: join(folder, `${dialect}.html`),
  };
  const retirements = join(folder, `review-${dialect}.csv`);
  const files = ['--out', out.items, '--report', out.page, '--retirements', retirements];
  const report = JSON.parse(await calibrate('refresh', ...bank, ...files, '--json'));
  expect(report).toMatchObject({ calibration: 2, accepted: false, bank: 'sums' });
  expect(report.collected).toMatchObject({
    models: 82,
    answers: { recorded: 80 * 60, runs: 60, sessions: 0 },
  });
  expect(new Set(report.collected.newModels)).toEqual(
    new Set([...exam.laterModels, 'strong', 'weak']),
  );
  const drifted = report.changes
    .filter((one: { hasDrifted: boolean }) => one.hasDrifted)
    .map(({ item }: { item: string }) => item);
  expect(drifted).toEqual(expect.arrayContaining(DRIFTED));
  expect(drifted.length).toBeLessThanOrEqual(DRIFTED.length + 3);
  const rows = readFileSync(out.items, 'utf8').trim().split('\n');
  expect(rows).toHaveLength(61);
  expect(rows.filter((row) => /^[^,]+,[^,]+,1,/.test(row))).toHaveLength(drifted.length);
  expect(readFileSync(out.page, 'utf8')).toContain('Refresh of calibration 1 of sums');
  expect(readFileSync(retirements, 'utf8')).toMatch(/^item,decision,key,note\n/);
  // What it proposes can be read as a review.
  await succeed('bank', 'review', 'sums', '--file', retirements, '--dry-run', ...on);

  // The same once more is kept once, and nothing uses it.
  const again = JSON.parse(await calibrate('refresh', ...bank, '--json'));
  expect(again).toMatchObject({ calibration: 2 });
  const current = async () =>
    JSON.parse(await calibrate('rescore', ...bank, '--calibration', 'current', '--json'));
  expect(await current()).toEqual(before);

  const accepted = await calibrate('accept', '2', '--note', 'checked', '--reviewer', 'ana');
  expect(accepted).toMatch('Calibration 2 of sums is in force, in place of 1.');
  const after = await current();
  expect(after.calibration).toBe(2);
  expect(after.models).not.toEqual(before.models);
  const listed = await calibrate('list', ...bank);
  expect(listed).toMatch(/2 .*refresh .*1\s+in force\s+\S+ by ana/);
  expect(listed).toMatch(/1 .*replaced/);
  expect(await calibrate('show', '2')).toMatch(/Refresh of calibration 1[\s\S]*Fingerprint/);

  // Rolled back, every number is that of before.
  expect(await calibrate('rollback', ...bank)).toMatch('calibration 1 is in');
  expect(await current()).toEqual(before);
  expect(await calibrate('list', ...bank)).toMatch(/2 .*rolled back/);
  await calibrate('accept', '2');
  expect(await current()).toEqual(after);
});
