import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readParameters } from '../../../src/files/items/read-parameters.ts';
import { randomStream } from '../../../src/random.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { runCommandSync } from '../../command/run-command.ts';
import { AT, BANK, clock, itemsOf } from '../../store/store-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-keep-'));
const database = join(folder, 'store.db');
let store: Store;

beforeAll(async () => {
  store = await openStore(database, { clock });
  await store.addItems(BANK, itemsOf(0, 9), AT);
  // Nobody answered the last item.
  const items = itemsOf(0, 8).map(({ id }) => id);
  const random = randomStream('keep');
  const scores = Float32Array.from({ length: 40 }, (_, k) =>
    Number(random() < 0.2 + 0.15 * Math.floor(k / 8)),
  );
  const examinees = ['p', 'q', 'r', 's', 't'];
  await store.putResponses('exam', { examinees, items, scores }, null, AT);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: string[]) {
  return runCommandSync(['calibrate', ...args, '--database', database], { cwd: folder });
}

test('a calibration on recorded answers of a bank is kept, and can be written as well', async () => {
  const args = ['fit', '--bank', 'exam', '--keep', '--irt-model', '2pl', '--rung', '1pl', '--json'];
  const { status, stdout, stderr } = run(...args, '--out', 'p.csv', '--workers', '1');
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    calibration: 1,
    alreadyKept: false,
    bank: 'exam',
    items: 8,
    unanswered: [itemsOf(8, 9)[0].id],
  });
  const kept = await store.calibration(1);
  expect(kept).toMatchObject({ bank: 'exam', bankVersion: 1, parent: null });
  expect(kept?.examinees).toEqual(['p', 'q', 'r', 's', 't']);
  expect(kept?.options).toMatchObject({ model: '2pl', rung: '1pl', converged: true, warnings: [] });
  // What was written is what was kept.
  expect(run('keep', 'p.csv', '--bank', 'exam', '--json').status).toBe(0);
  const again = await store.calibration(2);
  expect(again?.items).toEqual(kept?.items);
  expect(again?.parameters).toEqual(kept?.parameters);
});

test('the same fit once more is kept once, names what it left out, and comes before its acceptance', async () => {
  const args = ['fit', '--bank', 'exam', '--keep', '--irt-model', '2pl', '--rung', '1pl'];
  const before = (await store.calibrations('exam')).length;
  const again = run(...args, '--workers', '1').stdout;
  expect(again).toMatch(/^Already kept .* 1 /m);
  expect(again).toContain(`: ${itemsOf(8, 9)[0].id}.`);
  expect(again).toContain('accept 1 --database store');
  expect(await store.calibrations('exam')).toHaveLength(before);
  expect(run(...args, '--seed', '2', '--workers', '1').stdout).toContain(
    `calibration ${before + 1} `,
  );
  expect(run('accept', '1').status).toBe(0);
  expect(run(...args, '--workers', '1').stdout).toContain('--calibration 1 --model');
  const listed = run('list', '--bank', 'exam').stdout;
  expect(listed).toContain('--calibration current');
  expect(listed).toMatch(/ needs 10 .* 0\.$/m);
});

test('flags and negative slopes of a file are kept, shown and written again', async () => {
  const [one, two, three] = itemsOf(0, 3).map(({ id }) => id);
  const rows = [`${one},-1.3,0.5,`, `${two},1,0,too-few-answers`, `${three},0.0001,25952,`];
  writeFileSync(join(folder, 'flags.csv'), ['item,a,b,flag', ...rows, ''].join('\n'));
  const { calibration } = JSON.parse(run('keep', 'flags.csv', '--bank', 'exam', '--json').stdout);
  const { stdout } = run('show', String(calibration), '--out', 'again.csv');
  expect(stdout).toContain('3 flagged items');
  expect(stdout).toContain(' leave out 2 items');
  const { parameters, flags } = readParameters(join(folder, 'again.csv'));
  expect(Array.from(parameters.a)).toEqual([-1.3, 1, 0.0001]);
  expect(flags).toEqual([['negative-slope'], ['too-few-answers'], ['a-at-bound', 'b-at-bound']]);
});

test.each([
  [['fit', '--keep', '--responses', 'x.csv'], 'OPTIONS_CONFLICT', { options: '--keep' }],
  [
    ['fit', '--bank', 'exam', '--responses', 'x.csv', '--out', 'y.csv'],
    'OPTIONS_CONFLICT',
    { options: '--responses, --bank' },
  ],
  [['fit', '--bank', 'exam'], 'OPTIONS_CONFLICT', { options: '--out' }],
  [['fit', '--bank', 'mmlu-pro', '--keep'], 'BANK_NOT_KEPT', { bank: 'mmlu-pro' }],
  [['keep', 'odd.csv', '--bank', 'exam'], 'ITEM_UNKNOWN', { item: 'other' }],
])('calibrate %j: one clear line, exit code 2, nothing kept', async (args, code, details) => {
  writeFileSync(join(folder, 'odd.csv'), 'item,a,b\nother,1,0\n');
  const before = (await store.calibrations('exam')).length;
  const { status, stderr, error } = run(...args);
  expect(status).toBe(2);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(error).toMatchObject({ code, details });
  expect(existsSync(join(folder, 'y.csv'))).toBe(false);
  expect(await store.calibrations('exam')).toHaveLength(before);
});
