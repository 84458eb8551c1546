import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alarm } from '../../../src/cat/robust/alarm.ts';
import { ENGLISH } from '../../../src/languages/words.ts';
import { seriesDocument } from '../../../src/operations/series/report.ts';
import { randomStream } from '../../../src/random.ts';
import { documentText } from '../../../src/report/text.ts';
import type { SeriesResult } from '../../../src/workflow/series/series-result.ts';
import { runCommand } from '../../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-series-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ITEMS = 60;
const RECORDED = 12;

/** Recorded models of rising ability, and four checkpoints of a run that rises; the third is broken. */
function answers(): string {
  const random = randomStream('cli', 'series');
  const hard = Array.from({ length: ITEMS }, () => 2 * random() - 1);
  const row = (name: string, ability: number, family: string) => [
    name,
    family,
    ...hard.map((b) => (random() < 1 / (1 + Math.exp(-2 * (ability - b))) ? 1 : 0)),
  ];
  const models = Array.from({ length: RECORDED }, (_, i) =>
    row(`model-${i}`, -1.5 + (3 * i) / (RECORDED - 1), `family-${i % 3}`),
  );
  const run = [-0.5, 0, -3, 0.8].map((ability, t) => row(`run-${1000 * (t + 1)}`, ability, 'run'));
  const head = ['examinee', 'family', ...hard.map((_, j) => `item-${j}`)];
  return `${[head, ...models, ...run].map((cells) => cells.join()).join('\n')}\n`;
}

const file = join(folder, 'answers.csv');
writeFileSync(file, answers());
const shares = new Map(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name, , ...scores] = line.split(',');
      return [name, (100 * scores.reduce((sum, u) => sum + Number(u), 0)) / ITEMS];
    }),
);
const series = (...args: string[]) =>
  runCommand(['series', '--responses', file, '--step-from', 'run-([0-9]+)', ...args]);

const seriesText = (result: SeriesResult) =>
  documentText(seriesDocument(result, { t: ENGLISH, reader: 'caller' }));

const [csv, report] = [join(folder, 'series.csv'), join(folder, 'series.html')];
/** Of all answers. */
let exact: SeriesResult;
beforeAll(async () => {
  const { status, stdout, stderr } = await series('--json', '--csv', csv, '--report', report);
  expect(status, stderr).toBe(0);
  // In the answers of the bank rows without a step are the recorded models.
  expect(stderr).not.toContain('no step');
  exact = JSON.parse(stdout);
});

test('with all answers scores are exact, and files say what is printed', () => {
  const { checkpoints } = exact;
  expect(checkpoints.map(({ step }) => step)).toEqual([1000, 2000, 3000, 4000]);
  for (const { name, score, low, high } of checkpoints) {
    expect(score).toBeCloseTo(shares.get(name)!, 6);
    expect(high - low).toBeLessThan(1e-6);
  }
  expect(readFileSync(csv, 'utf8').split('\n')).toHaveLength(6);
  const page = readFileSync(report, 'utf8');
  expect(page).toContain('<svg');
  expect(page).toContain('DROP');
  // Exact scores have no width that could be unverified, and the marks are explained.
  expect(checkpoints.every(({ verified }) => verified)).toBe(true);
  expect(page).toContain('>exact<');
  expect(page).not.toContain('unverified');
});

test('checkpoints and recorded models whose answers come from the stand-in are named', async () => {
  const marked = join(folder, 'marked.csv');
  const [head, ...rows] = answers().trim().split('\n');
  const simulated = ['model-3', 'run-2000'];
  const mark = (line: string, own: string) => line.replace(/^([^,]+,[^,]+),/, `$1,${own},`);
  const all = [
    mark(head, 'simulated'),
    ...rows.map((line) => mark(line, String(simulated.includes(line.split(',')[0])))),
  ];
  writeFileSync(marked, all.join('\n'));
  const args = ['--responses', marked, '--step-from', 'run-([0-9]+)'];
  const { stdout } = await runCommand(['series', ...args, '--json']);
  const result: SeriesResult = JSON.parse(stdout);
  const named = result.doubts.flatMap(({ kind, examinees }) =>
    kind === 'simulated' ? examinees : [],
  );
  expect([...new Set(named)].sort()).toEqual([...simulated].sort());
  expect(seriesText(result).match(/SIMULATED/g)).toHaveLength(1);
});

test('two answers more of all items are no rise on items like these, but one of the recorded score', async () => {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const cells = lines.find((line) => line.startsWith('run-2000'))!.split(',');
  const wrong = cells.flatMap((cell, j) => (j > 1 && cell === '0' ? [j] : [])).slice(0, 2);
  const better = cells.map((cell, j) => (wrong.includes(j) ? '1' : cell));
  better[0] = 'run-2500';
  const own = join(folder, 'near.csv');
  const kept = lines.filter((line) => !/^run-[134]/.test(line));
  writeFileSync(own, `${[...kept, better.join()].join('\n')}\n`);
  const near = (...args: string[]) =>
    runCommand(['series', '--responses', own, '--step-from', 'run-([0-9]+)', ...args]);
  const recorded = await near('--target', 'recorded');
  expect(recorded.stdout).toMatch(/2500 .*\+3\.3 ±0\.0.*RISE/);
  const expected = await near('--json');
  expect(expected.status, expected.stderr).toBe(0);
  const [, { change }] = JSON.parse(expected.stdout).checkpoints;
  expect(change).toMatchObject({ difference: expect.closeTo(100 / 30, 6), significant: false });
  // The interval is the one that a comparison gives.
  const compared = await runCommand([
    ...['compare', 'run-2000', 'run-2500', '--responses', own, '--confidence', '0.9', '--json'],
  ]);
  const [other] = JSON.parse(compared.stdout).changes;
  expect(change.low).toBeCloseTo(other.low, 8);
  expect(change.high).toBeCloseTo(other.high, 8);
});

test('with few items per checkpoint the drop is marked, and the next step is named', async () => {
  const { status, stdout, stderr } = await series('--items', '30');
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/3000 .*DROP/);
  expect(stdout).toContain('The next one is expected at ');
  expect(stdout).toContain('Next: ');
});

test('rows of --answers without a step are named, with what to do', async () => {
  const own = join(folder, 'checkpoints.csv');
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const checkpoints = lines
    .filter((line) => line.startsWith('run-'))
    .map((line) => line.replace('run-4000,', 'final,'));
  writeFileSync(own, `${[head, ...checkpoints].join('\n')}\n`);
  const said = await runCommand(['series', '--responses', file, '--answers', own, '--json']);
  expect(said.status, said.stderr).toBe(0);
  expect(JSON.parse(said.stdout).checkpoints).toHaveLength(3);
  expect(said.stderr).toMatch(/no step \("final"\)/);
  expect(said.stderr).toContain('such as "final-20000"');
});

test('every alarm of a checkpoint is explained, and an exact score is beyond nothing', () => {
  const own: SeriesResult = { ...exact, target: 'expected' };
  const [first] = own.checkpoints;
  const alarmed = (alarm: Alarm, low: number) => ({
    ...own,
    checkpoints: [{ ...first, alarm, score: 60, low, high: 60 }],
  });
  for (const alarm of ['change', 'contradicted', 'fit', 'beyond'] as const) {
    const text = seriesText(alarmed(alarm, 50));
    expect(text).toMatch(new RegExp(`60\\.0 .*alarm: ${alarm}\\n`));
    expect(text).toContain(`alarm: ${alarm}: The `);
  }
  expect(seriesText(alarmed('beyond', 60))).not.toContain('alarm');
});

test('the next step keeps what was given', async () => {
  const given = ['--items', '30', '--anchors', '15', '--seed', '3', '--target', 'recorded'];
  const { stdout } = await runCommand([
    ...['series', 'mine', '--responses', file, '--step-from', 'run-([0-9]+)'],
    ...['--leave-out', 'model-1,model-2', ...given],
  ]);
  const next = stdout.split('thetarank series mine ').at(-1)!.trim().split(' ');
  const kept = ['--step-from', "'run-([0-9]+)'", '--leave-out', 'model-1,model-2', ...given];
  expect(next).toEqual(expect.arrayContaining(['--responses', file, ...kept]));
});

test('errors say what to do', async () => {
  const error = async (...args: string[]) => (await runCommand(['series', ...args])).error;
  const conflict = (options: string) => ({ code: 'OPTIONS_CONFLICT', details: { options } });
  expect(await error()).toMatchObject(conflict('series'));
  expect(await error('--responses', file)).toMatchObject(conflict('--responses'));
  for (const [pattern, found] of [
    ['run-[0-9]+', /0 groups/],
    ['nothing-([0-9]+)', /^no step .*"model-0"/],
    ['mod.*?l?-?([0-9])', /^step 1 twice .*"model-1" and "model-10"$/],
  ] as const)
    expect(await error('--responses', file, '--step-from', pattern)).toMatchObject({
      details: { option: '--step-from', found: expect.stringMatching(found) },
    });
  const live = ['x', '--bank', 'mmlu-pro', '--model', 'm@http://localhost:1/v1'];
  expect(await error(...live)).toMatchObject(conflict('--model'));
  expect(await error(...live, '--step', '1', '-T', 'pretest=3')).toMatchObject({
    code: 'commander.invalidArgument',
  });
  expect((await series('--step', '3')).error).toMatchObject(conflict('--step'));
  expect((await series('--anchors', '3')).error).toMatchObject(conflict('--anchors'));
});
