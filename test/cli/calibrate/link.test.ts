import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readParameters } from '../../../src/files/items/read-parameters.ts';
import { runCommandSync } from '../../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-link-'));
/** The unit and the origin of each scale. */
const SCALES = { old: [1, 0], mid: [2, 1], new: [1, -0.5] } as const;
const COUNT = 12;

beforeAll(() => {
  for (const [name, [A, B]] of Object.entries(SCALES)) {
    const rows = Array.from({ length: COUNT }, (_, j) => {
      const [a, b] = [0.8 + 0.05 * j, (j - 5) / 3];
      // An item of each file is its own.
      const item = j === 0 ? `${name}-only` : `i${j}`;
      return `${item},${a / A},${A * b + B},0.2,0.1,0.2,0.05`;
    });
    writeFileSync(join(folder, `${name}.csv`), `item,a,b,c,se_a,se_b,se_c\n${rows.join('\n')}\n`);
  }
  const other = ['x1,1,0', 'x2,1.2,1', 'x3,0.9,-1'];
  writeFileSync(join(folder, 'other.csv'), `item,a,b\n${other.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCommandSync(['calibrate', 'link', ...args], { cwd: folder });

test('constants as JSON, and the parameters of all items on the new scale', () => {
  const { status, stdout, stderr } = run(
    ...['--from', 'old.csv', '--to', 'mid.csv', '--out', 'moved.csv', '--json'],
  );
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    slope: expect.closeTo(2, 6),
    intercept: expect.closeTo(1, 6),
    seSlope: expect.closeTo(0, 6),
    seIntercept: expect.closeTo(0, 6),
    dropped: [],
    method: 'stocking-lord',
    links: [{ common: COUNT - 1, anchors: COUNT - 1, converged: true }],
  });
  const { items, parameters, standardErrors } = readParameters(join(folder, 'moved.csv'));
  expect(items[0]).toBe('old-only');
  expect(parameters.a[1]).toBeCloseTo(0.85 / 2, 6);
  expect(parameters.b[1]).toBeCloseTo((2 * -4) / 3 + 1, 6);
  expect(standardErrors!.a[1]).toBeCloseTo(0.05, 6);
  expect(standardErrors!.b[1]).toBeCloseTo(0.4, 6);
});

test('a chain of links, as a table; the next step is one that works', () => {
  const args = ['--from', 'old.csv', '--via', 'mid.csv', '--to', 'new.csv', '--method', 'haebara'];
  const { status, stdout } = run(...args);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^old.* → mid\S+ +2\.0000 ± 0\.0000 +1\.0000 ± 0\.0000 +11 +0/m);
  expect(stdout).toMatch(/^old.* → new\S+ +1\.0000 ± 0\.0000 +−0\.5000 ± 0\.0000/m);
  expect(run(...args, '--out', 'chain.csv').stdout).toContain(' keep chain.csv ');
});

test('a common item whose parameters moved is dropped, or kept if that is asked for', () => {
  const rows = Array.from(
    { length: COUNT },
    (_, j) => `i${j},${0.8 + 0.05 * j},${(j - 5) / 3 + (j === 4 ? 5 : 0)}`,
  );
  writeFileSync(join(folder, 'moved-one.csv'), `item,a,b\n${rows.join('\n')}\n`);
  const args = ['--from', 'moved-one.csv', '--to', 'old.csv', '--json'];
  expect(JSON.parse(run(...args).stdout)).toMatchObject({ dropped: [{ item: 'i4' }] });
  expect(JSON.parse(run(...args, '--keep-drifted').stdout)).toMatchObject({
    dropped: [],
    keepDrifted: true,
  });
});

test('what the reader should know is warned of', () => {
  writeFileSync(join(folder, 'few.csv'), 'item,a,b\ni1,0.9,-1\ni2,1,0\n');
  const { status, stderr } = run('--from', 'few.csv', '--to', 'mid.csv', '--method', 'mean-mean');
  expect(status).toBe(0);
  expect(stderr).toContain('only 2 common items');
  expect(stderr).toContain('standard errors');
});

describe('one line says what is wrong, and nothing is written', () => {
  const bad: [string, string[], string][] = [
    [
      'no common item',
      ['--from', 'old.csv', '--to', 'other.csv'],
      'old.csv and other.csv: no item is in both.',
    ],
    [
      'one common item, and a method that needs two',
      ['--from', 'one.csv', '--to', 'mid.csv', '--method', 'mean-sigma'],
      'the 1 common item cannot link the scales by mean-sigma',
    ],
    ['one file twice', ['--from', 'old.csv', '--to', './old.csv'], '--to: found ./old.csv'],
    [
      'an abilities range that ends before it begins',
      ['--from', 'old.csv', '--to', 'mid.csv', '--grid', '4:-4:0.1'],
      'accepted: LOW:HIGH:STEP with LOW below HIGH',
    ],
    [
      'a grid without end',
      ['--from', 'old.csv', '--to', 'mid.csv', '--grid=-4:4:1e-9'],
      'at most 2001 points',
    ],
    ['a missing file', ['--from', 'old.csv', '--to', 'gone.csv'], 'gone.csv: no such file.'],
  ];

  test.each(bad)('%s', (_, args, message) => {
    writeFileSync(join(folder, 'one.csv'), 'item,a,b\ni3,0.9,-1\n');
    const { status, stdout, stderr } = run(...args, '--out', 'never.csv');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(folder, 'never.csv'))).toBe(false);
  });

  test('a file that is read is not written over', () => {
    const { status, stderr } = run('--from', 'old.csv', '--to', 'mid.csv', '--out', 'mid.csv');
    expect([status, stderr]).toEqual([2, expect.stringContaining('Choose another place')]);
  });
});
