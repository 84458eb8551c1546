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

test('models that are there more than once are named, unless they are one family', () => {
  const lines = readFileSync(join(folder, 'with-group.csv'), 'utf8').trim().split('\n');
  const [head, first] = lines;
  const copies = Array.from({ length: 30 }, (_, i) => first.replace(/^[^,]+/, `copy-${i}`));
  writeFileSync(join(folder, 'copies.csv'), [...lines, ...copies, ''].join('\n'));
  const own = ['--responses', 'copies.csv', '--group', 'kind', ...fast, '--arrangements', '99'];
  const { stdout, stderr } = run(...own, '--json');
  const { examinees: names } = JSON.parse(stdout).doubts[0];
  expect([names.length, names[1]]).toEqual([31, 'copy-0']);
  expect(stderr).toContain('copy-0');
  const familyOf = (name: string) => (/^copy/.test(name) ? first.split(',')[0] : name);
  const families = [...lines.slice(1), ...copies].map((line) => line.split(',')[0]);
  writeFileSync(
    join(folder, 'families.csv'),
    ['examinee,family', ...families.map((name) => `${name},${familyOf(name)}`), ''].join('\n'),
  );
  expect(head).toMatch(/^examinee,kind/);
  const allowed = run(...own, '--families', 'families.csv', '--json');
  expect(JSON.parse(allowed.stdout).doubts).toEqual([]);
});

test('items with DIF by all methods, as text, table and page', () => {
  const { status, stdout } = run(
    ...['--responses', 'with-group.csv', '--group', 'kind', '--reference', 'old'],
    ...['--out', 'items-out.csv', '--report', 'dif.html'],
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(/q1 +new +MH, .*, IRT +−/);
  expect(stdout).toMatch(/q2 +new +MH, .*, IRT +−/);
  expect(stdout).toMatch(/With 120 .* \.4 logits /);
  expect(stdout).toMatch(/Contamination: .* of \d+ models/);
  expect(stdout).toContain("Kendall's τ");
  const rows = readFileSync(join(folder, 'items-out.csv'), 'utf8').trim().split('\n');
  expect(rows).toHaveLength(items.length + 1);
  const page = readFileSync(join(folder, 'dif.html'), 'utf8');
  expect(page).toContain('<svg');
});

test('a difference that crosses is marked, with the method of its p and what it means', () => {
  const args = ['--responses', 'crossing.csv', '--group', 'kind', '--focal', 'new', ...fast];
  const { stdout, stderr } = run(...args, '--report', 'crossing.html', '--out', 'crossing-out.csv');
  expect(stdout).toMatch(/\ncrossing .*uniform.* \d+e−\d+ \(logistic\)/);
  expect(stdout).toMatch(/\nq1 +new +MH, logistic /);
  expect(stdout.match(/Non-uniform: /g)).toHaveLength(1);
  expect(`${stdout}${stderr}`.match(/An effect of/g)).toHaveLength(1);
  const page = readFileSync(join(folder, 'crossing.html'), 'utf8');
  expect(page).toContain('Non-uniform: ');
  expect(page.match(/An effect of/g)).toHaveLength(1);
  expect(page).toContain(' 30 of 240 ');
  const [head, ...rows] = readFileSync(join(folder, 'crossing-out.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const found = rows.find(([item]) => item === 'crossing')!;
  const cell = (name: string) => found[head.indexOf(name)];
  expect([cell('corrected_p_by'), cell('non_uniform')]).toEqual(['logistic', '1']);
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
  expect(alone.stderr).toContain('as independent');
  const together = run(...args, '--families', 'models.csv', '--arrangements', '199');
  expect(together.stderr).not.toContain('as independent');
  expect(JSON.parse(together.stdout).families).toMatchObject({ arrangements: 199, oneLabel: 60 });
});

describe('one line for each error', () => {
  const of = (...args: string[]) => [...models, '--group', ...args];
  const column = (name: string, found: string | RegExp) => ({
    code: 'GROUPS_UNUSABLE',
    details: { column: name, found: expect.stringMatching(found) },
  });
  const split = (found: string, accepted: RegExp) => ({
    code: 'OPTION_INVALID',
    details: { option: '--split-date', found, accepted: expect.stringMatching(accepted) },
  });
  const conflict = (options: string) => ({ code: 'OPTIONS_CONFLICT', details: { options } });
  const bad: [string, string[], object][] = [
    ['no column', of('vendor'), { code: 'FILE_INVALID', details: { file: 'models.csv' } }],
    [
      'no column of answers',
      ['--responses', 'answers.csv', '--group', 'kind'],
      column('kind', /column/),
    ],
    ['a constant', of('same'), column('same', 'only "all"')],
    ['a group of one', of('one'), column('one', /^1 .* "a"$/)],
    ['many groups', of('id'), column('id', /^240 groups/)],
    ['an unknown value', of('kind', '--focal', 'nwe'), column('kind', 'no "nwe"')],
    ['no date', of('kind', '--split-date', '2024'), column('kind', '"old"')],
    ['a split that is no date', of('released', '--split-date', 'foo'), split('"foo"', /date/)],
    [
      'a date among numbers',
      of('number', '--split-date', '2024-06-30'),
      split('"2024-06-30"', /column "number"/),
    ],
    ['a number among dates', of('released', '--split-date', '20'), split('"20"', /a date/)],
    [
      'all groups as one',
      of('kind', '--focal', 'new,old'),
      {
        details: { option: '--focal', accepted: expect.stringContaining('new (120), old (120)') },
      },
    ],
    [
      'graded answers',
      ['--responses', 'graded.csv', '--group', 'kind'],
      { code: 'SCORES_NOT_BINARY', details: { score: 0.5 } },
    ],
    ['half of a pair', of('kind', '--item-date', 'x'), conflict('--items-file, --item-date')],
    ['a file that is read', of('kind', '--out', 'models.csv'), conflict('--examinees, --out')],
  ];
  test.each(bad)('%s', (_, args, error) => {
    const ran = run(...args, ...fast);
    expect(ran).toMatchObject({ status: 2, stdout: '', error });
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  });
});
