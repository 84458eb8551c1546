import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ENGLISH } from '../../../src/languages/words.ts';
import { refreshDocument } from '../../../src/operations/calibrate/refresh/report.ts';
import { randomStream } from '../../../src/random.ts';
import { documentText } from '../../../src/report/text.ts';
import { calibrationInForce } from '../../../src/store/calibrations/calibration-in-force.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { changesNothing } from '../../../src/workflow/calibration/refresh/refresh-bank.ts';
import { factLines } from '../../../src/workflow/calibration/refresh/refresh-facts.ts';
import type { RefreshReport } from '../../../src/workflow/calibration/refresh/refresh-report.ts';
import { runCommandSync } from '../../command/run-command.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { AT, clock, itemsOf } from '../../store/store-case.ts';
import { REFRESHED, refreshReport, seedRefresh } from '../../web/fixture/seed-refresh.ts';

/** What commands say of a calibration in force, and of refreshes of another one. */
const folder = temporaryFolder();
const MARK = { by: 'ana', at: AT };
let files = 0;
let database: string;
let store: Store;
let first: number;
let proposal: number;
beforeEach(async () => {
  database = join(folder, `${++files}.db`);
  store = await openStore(database, { clock });
  ({ first, proposal } = await seedRefresh(store));
});
afterEach(() => store.close());

function run(...args: string[]) {
  const ran = runCommandSync(['calibrate', ...args, '--database', database], { cwd: folder });
  return { ...ran, all: `${ran.stdout}${ran.stderr}` };
}
const inForce = async () => calibrationInForce(await store.calibrationLog(REFRESHED));
const notInForce = (calibration: number) => {
  const reason = expect.stringMatching(`^calibration ${calibration} .*; calibration ${first} is$`);
  return { status: 2, error: { code: 'CALIBRATION_REFUSED', details: { reason } } };
};
/** Another calibration, which refreshes nothing. */
const otherCalibration = async () => {
  const { id: _, createdAt: __, ...values } = (await store.calibration(first))!;
  return store.putCalibration(values, AT);
};

test('a rollback says from what to what, and the command that an acceptance prints takes back that one alone', async () => {
  const back = ['rollback', '--bank', REFRESHED, '--in-force', String(proposal)];
  expect(run('accept', String(proposal)).stdout).toContain(back.join(' '));
  expect(run(...back).status).toBe(0);
  expect(await inForce()).toBe(first);
  // Someone else with the same words takes back nothing more.
  expect(run(...back)).toMatchObject({ ...notInForce(proposal), stdout: '' });
  expect(await inForce()).toBe(first);
  expect(run('rollback', '--bank', REFRESHED).status).toBe(0);
  expect(await inForce()).toBeNull();
});

test('an acceptance that names what it replaces is refused if another is in force by now', async () => {
  const other = await otherCalibration();
  expect(run('accept', String(proposal), '--in-force', String(other))).toMatchObject(
    notInForce(other),
  );
  expect(run('accept', String(proposal), '--in-force', String(first)).status).toBe(0);
});

test('where every model answered every item, scores have no error and no change, and abilities are shown', () => {
  const report = refreshReport(1);
  const exactly = (all: typeof report.models) =>
    all.map((one) => ({
      ...one,
      old: { ...one.old, score: 0.6, scoreError: 0, ability: 0.2 },
      new: { ...one.new, score: 0.6, scoreError: 0, ability: 0.2 + (one.isNew ? 0.3 : 0.1) },
    }));
  const textOf = (all: typeof report.models) =>
    documentText(refreshDocument({ ...report, models: all }, '', ENGLISH));
  const text = textOf(exactly(report.models));
  expect(text).not.toContain('rank before');
  expect(text).toMatch(/alpha +the old calibration +14 +60\.0 +0\.10/);
  expect(text.indexOf('beta  ')).toBeLessThan(text.indexOf('alpha  '));
  // One of several: its score alone has no error.
  const [first, ...rest] = report.models;
  const mixed = textOf([...exactly([first]), ...rest]);
  expect(mixed).toContain('rank before');
  expect(mixed).toMatch(/alpha +the old calibration +14 +60\.0 +60\.0 /);
  expect(mixed).toMatch(/beta +new answers +14 +55\.0 \(3\.0\)/);
});

test('a refresh changes nothing only if every item of the old calibration is held and none is added', () => {
  const report = refreshReport(1);
  const fates = (fate: (typeof report.changes)[number]['fate']) => ({
    ...report,
    changedItems: [],
    changes: report.changes.map((change, j) => ({ ...change, fate: j === 0 ? fate : 'held' })),
  });
  expect(changesNothing(fates('held'))).toBe(true);
  expect(changesNothing({ ...fates('held'), changedItems: ['retired'] })).toBe(false);
  for (const fate of ['redone', 'pooled', 'added'] as const)
    expect(changesNothing(fates(fate))).toBe(false);
});

test('a proposal is shown with the command that accepts it; what is decided, with the one that writes it', () => {
  expect(run('show', String(proposal)).stdout).toContain(
    `accept ${proposal} --database ${basename(database)}`,
  );
  expect(run('show', String(first)).stdout).toContain(`show ${first} `);
});

test('accept without a number says how to find one', () => {
  const accepted = expect.stringContaining('calibrate list --bank');
  const details = { option: 'calibration', found: 'no number', accepted };
  expect(run('accept').error).toMatchObject({ code: 'OPTION_INVALID', details });
});

test('a built-in bank that the database does not have is not called unknown', () => {
  for (const command of ['refresh', 'list']) {
    const { error, stderr } = run(command, '--bank', 'cruxeval-o');
    expect(error).toMatchObject({ code: 'BANK_NOT_KEPT', details: { bank: 'cruxeval-o' } });
    expect(stderr).toContain('attach cruxeval-o.jsonl --to cruxeval-o');
  }
  const ikp = run('list', '--bank', 'ikp');
  expect(ikp.error?.code).toBe('BANK_NOT_KEPT');
  expect(ikp.stderr).not.toContain('attach');
  expect(run('list', '--bank', 'cruxeval').error).toMatchObject({
    details: { nearest: ['cruxeval-o'] },
  });
});

test('the list explains an outdated refresh, and its next step can be followed', async () => {
  const other = await otherCalibration();
  await store.acceptCalibration(REFRESHED, other, MARK);
  expect(run('list', '--bank', REFRESHED).stdout).toMatch(
    new RegExp(`^ *outdated \\(${proposal} of ${first}\\): .*; ${other} is\\.`, 'm'),
  );
  // None in force: what is proposed is no refresh, which would be refused.
  for (const _ of [1, 2]) await store.rollBackCalibration(REFRESHED, MARK);
  const { stdout } = run('list', '--bank', REFRESHED);
  expect(stdout).toMatch(/outdated.*because none/);
  expect(stdout).toContain(`calibrate accept ${other}`);
  const refused = run('refresh', '--bank', REFRESHED);
  expect(refused.error).toMatchObject({
    code: 'CALIBRATION_NOT_IN_FORCE',
    details: { kept: [other, first] },
  });
  expect(refused.stderr).toContain(`calibrate accept ${other},`);
  expect(run('accept', String(proposal)).error).toMatchObject({
    details: { reason: expect.stringContaining(`calibrate accept ${first};`) },
  });
  expect(run('accept', String(first)).status).toBe(0);
  expect(run('accept', String(proposal)).status).toBe(0);
});

test('a report says which names are one model, and that prompts differ', async () => {
  const facts = (collected: Partial<RefreshReport['collected']>) => {
    const report = refreshReport(first);
    return factLines({ ...report, collected: { ...report.collected, ...collected } });
  };
  expect(facts({ prompts: { 'cot-en-1': 12 } }).join('\n')).not.toContain('prompt');
  const lines = facts({
    prompts: { 'cot-en-1': 1200, 'direct-en-1': 30 },
    aliases: [['r1', 'r2']],
  });
  expect(lines).toContainEqual(
    expect.stringMatching(/prompt.*cot-en-1 \(1,200 .*direct-en-1 \(30 /),
  );
  expect(lines).toContainEqual(expect.stringMatching(/: r1, r2; .*one family/));
});

test('a refresh of a calibration that is not in force says first what to accept', async () => {
  const items = itemsOf(0, 8).map(({ id }) => id);
  const random = randomStream('refresh decisions');
  const examinees = Array.from({ length: 40 }, (_, i) => `later-${i}`);
  const scores = Float32Array.from({ length: 40 * 8 }, (_, k) => {
    const ability = ((k >> 3) - 20) / 12;
    return random() < 1 / (1 + Math.exp(((k % 8) - 3.5) / 2 - ability)) ? 1 : 0;
  });
  await store.putResponses(REFRESHED, { examinees, items, scores }, null, AT);
  await store.rollBackCalibration(REFRESHED, MARK);
  const refresh = ['refresh', '--bank', REFRESHED, '--workers', '1', '--method', 'link'];
  const of = ['--calibration', String(first)];
  // The newest one is a refresh, which would be refused.
  expect(run(...refresh).error).toMatchObject({ details: { kept: [first] } });
  expect(run('list', '--bank', REFRESHED).stdout).toContain(`calibrate accept ${first}`);
  const options = '--calibration, --accept';
  expect(run(...refresh, ...of, '--accept')).toMatchObject({
    stdout: '',
    error: { code: 'OPTIONS_CONFLICT', details: { options } },
  });

  const kept = (await store.calibrations(REFRESHED)).length;
  expect(JSON.parse(run(...refresh, ...of, '--dry-run', '--json').stdout)).toMatchObject({
    ...{ calibration: null, changed: true },
  });
  expect(await store.calibrations(REFRESHED)).toHaveLength(kept);

  const made = run(...refresh, ...of);
  expect(made.status, made.stderr).toBe(0);
  expect(await store.calibrations(REFRESHED)).toHaveLength(kept + 1);
  const [, before, then] = /accept (\d+).*, then .*accept (\d+)/.exec(made.stdout)!;
  expect(run('accept', before).status).toBe(0);
  expect(run('accept', then).status).toBe(0);

  const other = run(...refresh, ...of);
  expect(other.stdout).toMatch(new RegExp(`but calibration ${then} [\\s\\S]*--force`));
});
