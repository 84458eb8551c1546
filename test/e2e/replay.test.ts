import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommandSync, succeedSync } from '../command/run-command.ts';

/** catR's tests: see test/golden/cat/README.md. */
interface Golden {
  readonly bank: Record<'a' | 'b' | 'c', number[]>;
  readonly eap: readonly { readonly items: readonly number[]; theta: number; se: number }[];
  readonly answers: readonly string[];
}
const file = new URL('../golden/cat/catr-tests.json', import.meta.url);
const golden: Golden = JSON.parse(readFileSync(file, 'utf8'));
const EXAMINEES = golden.eap.length;
const ITEMS = golden.bank.a.length;

const folder = mkdtempSync(join(tmpdir(), 'thetarank-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const names = golden.bank.a.map((_, j) => `item ${j + 1}`);
const bit = (answers: string, j: number) =>
  (Number.parseInt(answers[j >> 2], 16) >> (3 - (j & 3))) & 1;
const rows = golden.answers
  .slice(0, EXAMINEES)
  .map((answers, i) => [`examinee ${i + 1}`, ...names.map((_, j) => bit(answers, j))]);
const write = (name: string, lines: readonly (readonly (string | number)[])[]) =>
  writeFileSync(join(folder, name), `${lines.map((line) => line.join(',')).join('\n')}\n`);
// The columns of the two files are in different orders: items are matched by name.
const { a, b, c } = golden.bank;
write('parameters.csv', [
  ['item', 'a', 'b', 'c'],
  ...names.map((name, j) => [name, a[j], b[j], c[j]]).reverse(),
]);
write('answers.csv', [['examinee', ...names], ...rows]);

const ARGS = ['simulate', 'post-hoc', '--parameters', 'parameters.csv'];
const thetarank = (...args: string[]) => runCommandSync([...ARGS, ...args], { cwd: folder });

describe('simulate post-hoc --parameters on a bank of catR', () => {
  const out = succeedSync(
    [
      ...ARGS,
      ...['--responses', 'answers.csv', '--lengths', '40'],
      ...['--estimator', 'eap', '--bounds', '-4:4', '--out', 'tests.csv', '--steps', 'steps.csv'],
    ],
    { cwd: folder },
  );
  const read = (name: string): Record<string, string>[] =>
    parse(readFileSync(join(folder, name), 'utf8'), { columns: true });

  test('asks the items that catR asks, all 40 of all 100 examinees, and ends at its estimates', () => {
    expect(EXAMINEES).toBe(100);
    const steps = read('steps.csv');
    expect(steps).toHaveLength(100 * 40);
    golden.eap.forEach((theirs, i) => {
      const own = steps.filter(({ examinee }) => examinee === `examinee ${i + 1}`);
      expect(own.map(({ item }) => item)).toEqual(theirs.items.map((j) => names[j]));
      expect(own.map(({ place }) => Number(place))).toEqual(own.map((_, k) => k + 1));
      expect(own.map(({ score }) => Number(score))).toEqual(
        theirs.items.map((j) => bit(golden.answers[i], j)),
      );
      // catR's 33 nodes are 0.25 apart: its sums are exact to 4e-5 only.
      expect(Math.abs(Number(own[39].ability) - theirs.theta)).toBeLessThan(1e-4);
      expect(Math.abs(Number(own[39].se) - theirs.se)).toBeLessThan(1e-4);
    });
  });

  test('writes one row a test, and prints the summary and what to do next', () => {
    const tests = read('tests.csv');
    expect(tests).toHaveLength(100);
    tests.forEach((own, i) => {
      expect(own).toMatchObject({ length: '40', items: '40', missing: '0', stopped: '40 items' });
      expect(Math.abs(Number(own.ability) - golden.eap[i].theta)).toBeLessThan(1e-4);
      const right = names.filter((_, j) => bit(golden.answers[i], j) === 1).length;
      expect(Number(own.actual)).toBeCloseTo((100 * right) / ITEMS, 9);
    });
    expect(out).toContain('100 examinees, 500 items with the parameters of parameters.csv; eap');
    expect(out).toMatch(/^ +40 +adaptive +40 /m);
    expect(out).toMatch(/^ +40 +random items +40 /m);
    expect(out).toMatch(/^Next: .*thetarank simulate post-hoc --responses answers\.csv$/m);
  });
});

describe('what does not fit', () => {
  test('items without parameters are an error; items without answers are counted, those without an own answer not asked', () => {
    write('few.csv', [
      ['examinee', ...names.slice(0, 20), 'item X', 'item Y'],
      ...rows.slice(0, 3).map((row) => [...row.slice(0, 21), 1, 0]),
    ]);
    const unknown = thetarank('--responses', 'few.csv');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toBe(
      'error: item item X and 1 more: no row in parameters.csv. Add its parameters, or remove its column from the recorded answers.\n',
    );
    // The second examinee has answers to 19 of the 20 items.
    write('few.csv', [
      ['examinee', ...names.slice(0, 20)],
      ...rows.slice(0, 3).map((row, i) => [row[0], i === 1 ? '' : row[1], ...row.slice(2, 21)]),
    ]);
    const few = thetarank('--responses', 'few.csv', '--lengths', '20', '--json');
    expect(few.stderr).toBe(
      'parameters.csv: 480 of 500 items have no column in few.csv and are left out.\n',
    );
    const { lengths, itemsWithoutAnswers } = JSON.parse(few.stdout);
    expect(itemsWithoutAnswers).toBe(480);
    const [{ examinees }] = lengths;
    expect(examinees.map((one: { missing: number }) => one.missing)).toEqual([0, 1, 0]);
    expect(examinees.map((one: { items: number }) => one.items)).toEqual([20, 19, 20]);
    expect(examinees[1].steps.map((step: { item: string }) => step.item)).not.toContain('item 1');
    const text = thetarank('--responses', 'few.csv', '--lengths', '20').stdout;
    expect(text).toContain('1 examinee lacks');
  });

  test.each([
    [['--responses', 'answers.csv', '--selector', 'randmesque'], 'Did you mean randomesque?'],
    [
      ['--responses', 'answers.csv', '--selector', 'random:best=3'],
      '--selector: found random with best',
    ],
    [['--responses', 'answers.csv', '--stopping', 'sprt'], '--stopping: found sprt without cut'],
    [['--responses', 'answers.csv', '--folds', '4'], '--parameters, --folds: '],
    [['--responses', 'answers.csv', '--steps', 'answers.csv'], '--responses, --steps: both are'],
    [['--responses', 'answers.csv', '--lengths', '501'], '501 items requested'],
    [[], '--parameters, --responses: '],
  ])('%j', (args, message) => {
    const { status, stdout, stderr } = thetarank(...args);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('its options without --parameters', () => {
    const args = ['simulate', 'post-hoc', '--bank', 'cruxeval-o', '--estimator', 'eap'];
    const { status, stderr } = runCommandSync(args, { cwd: folder });
    expect(stderr).toContain('--parameters, --estimator: ');
    expect(status).toBe(2);
  });
});
