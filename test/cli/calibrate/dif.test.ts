import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { difBank } from '../../../sim/calibration/dif-bank.ts';
import { runCommandSync } from '../../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-dif-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bank = difBank('dif-command', {
  perGroup: 120,
  items: 16,
  share: 0.125,
  shift: 1.5,
  familySize: 1,
});
const { examinees, items, scores } = bank.matrix;

beforeAll(() => {
  const rows = examinees.map((name, i) => [
    name,
    bank.labels[i] === 1 ? 'new' : 'old',
    ...scores.subarray(i * items.length, (i + 1) * items.length),
  ]);
  const csv = (lines: readonly (readonly unknown[])[]) =>
    `${lines.map((line) => line.join(',')).join('\n')}\n`;
  const put = (name: string, lines: readonly (readonly unknown[])[]) =>
    writeFileSync(join(folder, name), csv(lines));
  put('with-group.csv', [['examinee', 'kind', ...items], ...rows]);
  // Able models of one group are right, and weak ones of the other; every sixth answer is the other way round.
  const crossing = rows.map(([, kind, ...own], i) => {
    const isAble = own.reduce<number>((sum, u) => sum + Number(u), 0) > items.length / 2;
    return Number((isAble === (kind === 'old')) !== (i % 6 === 0));
  });
  put('crossing.csv', [
    ['examinee', 'kind', ...items, 'crossing'],
    ...rows.map((row, i) => [...row, crossing[i]]),
  ]);
  put('answers.csv', [['examinee', ...items], ...rows.map(([name, , ...own]) => [name, ...own])]);
  put('models.csv', [
    ['examinee', 'family', 'kind', 'released', 'same', 'one', 'id', 'number'],
    ...examinees.map((name, i) => [
      name,
      `f${Math.floor(i / 4)}`,
      bank.labels[i] === 1 ? 'new' : 'old',
      bank.labels[i] === 1 ? '2025-03-01' : '2023-05',
      'all',
      i === 0 ? 'a' : 'b',
      name,
      i % 60,
    ]),
  ]);
  put('items.csv', [['item', 'published'], ...items.map((item) => [item, '2024-01-01'])]);
  put('graded.csv', [
    ['examinee', 'kind', 'x', 'y'],
    ['m', 'a', 0.5, 1],
    ['n', 'b', 1, 0],
  ]);
});

const run = (...args: string[]) => runCommandSync(['calibrate', 'dif', ...args], { cwd: folder });
const models = ['--responses', 'answers.csv', '--examinees', 'models.csv'];
const fast = ['--methods', 'mantel-haenszel,logistic', '--no-contamination'];

test('items with DIF by all methods, as text, table and page', () => {
  const { status, stdout } = run(
    ...['--responses', 'with-group.csv', '--group', 'kind', '--reference', 'old'],
    ...['--out', 'items-out.csv', '--report', 'dif.html'],
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(/q1 +new +MH, logistic, IRT +−/);
  expect(stdout).toMatch(/q2 +new +MH, logistic, IRT +−/);
  expect(stdout).toContain('With 120 models per group the power to find .4 logits is ');
  expect(stdout).toMatch(/Contamination: .* of \d+ models/);
  expect(stdout).toContain("Kendall's τ");
  expect(stdout).toContain('Next: read the flagged items');
  const rows = readFileSync(join(folder, 'items-out.csv'), 'utf8').trim().split('\n');
  expect(rows).toHaveLength(items.length + 1);
  const page = readFileSync(join(folder, 'dif.html'), 'utf8');
  expect(page).toContain('Effects with 95% intervals');
  expect(page).toContain('<svg');
});

test('a difference that crosses is marked, with the method of its p and what it means', () => {
  const args = ['--responses', 'crossing.csv', '--group', 'kind', '--focal', 'new', ...fast];
  const { stdout, stderr } = run(...args, '--report', 'crossing.html', '--out', 'crossing-out.csv');
  expect(stdout).toMatch(/\ncrossing .*non-uniform.* \d+e−\d+ \(logistic\)/);
  expect(stdout).toMatch(/\nq1 +new +MH, logistic /);
  expect(stdout.match(/Non-uniform: the difference depends on ability/g)).toHaveLength(1);
  expect(stdout).toContain('The corrected p is the least of all methods');
  expect(`${stdout}${stderr}`.match(/An effect of/g)).toHaveLength(1);
  const page = readFileSync(join(folder, 'crossing.html'), 'utf8');
  expect(page).toContain('Non-uniform: the difference depends on ability');
  expect(page.match(/An effect of/g)).toHaveLength(1);
  expect(page).toContain('The 30 of 240 models whose rank changes most');
  const [head, ...rows] = readFileSync(join(folder, 'crossing-out.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const found = rows.find(([item]) => item === 'crossing')!;
  const cell = (name: string) => found[head.indexOf(name)];
  expect([cell('corrected_p_by'), cell('non_uniform')]).toEqual(['logistic', '1']);
});

test('help lists the methods separated by commas', () => {
  expect(run('--help').stdout.replaceAll(/\s+/g, ' ')).toContain(
    '(default: mantel-haenszel,logistic,irt)',
  );
});

test('a column of examinees, a date, and dates of items: the same groups, the same statistics', () => {
  const found = [
    ['--group', 'kind', '--focal', 'new'],
    ['--group', 'released', '--split-date', '2024-01-01'],
    ['--group', 'released', '--items-file', 'items.csv', '--item-date', 'published'],
  ].map((args) => JSON.parse(run(...models, ...args, ...fast, '--json').stdout));
  expect(found[0].flagged).toEqual(expect.arrayContaining(['q1', 'q2']));
  expect(found[0].groups.focal).toEqual({ name: 'new', size: 120 });
  expect(found[1].groups.focal.name).toBe('models from 2024-01-01 on');
  for (const other of found.slice(1)) expect(other.items).toEqual(found[0].items);
});

test('families: wider intervals, and a warning without them', () => {
  const args = [...models, '--group', 'kind', ...fast, '--json'];
  const alone = run(...args);
  expect(alone.stderr).toContain('models are taken as independent');
  const together = run(...args, '--families', 'models.csv', '--arrangements', '199');
  expect(together.stderr).not.toContain('models are taken as independent');
  expect(JSON.parse(together.stdout).families).toMatchObject({ arrangements: 199, oneLabel: 60 });
});

describe('one line for each error', () => {
  const bad: [string, string[], string][] = [
    ['no column', [...models, '--group', 'vendor'], 'no column "vendor"'],
    ['no column of answers', ['--responses', 'answers.csv', '--group', 'kind'], 'no such column'],
    ['a constant', [...models, '--group', 'same'], 'only "all"'],
    ['a group of one', [...models, '--group', 'one'], '1 examinee in the group "a"'],
    ['many groups', [...models, '--group', 'id'], 'two, or the focal one by --focal'],
    ['an unknown value', [...models, '--group', 'kind', '--focal', 'nwe'], 'no "nwe"'],
    ['no date', [...models, '--group', 'kind', '--split-date', '2024'], 'found "old"'],
    [
      'a split that is no date',
      [...models, '--group', 'released', '--split-date', 'foo'],
      '--split-date: found "foo"; accepted: a date such as 2024-06-30 or 2024-06, or a number',
    ],
    [
      'a date among numbers',
      [...models, '--group', 'number', '--split-date', '2024-06-30'],
      '--split-date: found "2024-06-30"; accepted: a number such as those of the column "number"',
    ],
    [
      'a number among dates',
      [...models, '--group', 'released', '--split-date', '20'],
      '--split-date: found "20"; accepted: a date such as',
    ],
    [
      'all groups as one',
      [...models, '--group', 'kind', '--focal', 'new,old'],
      '--focal: found "new,old", which leaves no other group; accepted: some, not all, of the groups new (120), old (120)',
    ],
    ['graded answers', ['--responses', 'graded.csv', '--group', 'kind'], 'the score 0.5'],
    ['half of a pair', [...models, '--group', 'kind', '--item-date', 'x'], 'add both, or neither'],
    ['a file that is read', [...models, '--group', 'kind', '--out', 'models.csv'], 'both are'],
  ];
  test.each(bad)('%s', (_, args, message) => {
    const { status, stdout, stderr } = run(...args, ...fast);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
