import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFiles, chosen } from '../../../../../scripts/research/evidence/all/all.ts';
import { runSteps, type StepRun } from '../../../../../scripts/research/evidence/all/run-steps.ts';
import { allSteps, type Step } from '../../../../../scripts/research/evidence/all/steps.ts';

let folder: string;
let clock: number;
let started: string[][];
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thetarank-all-'));
  clock = 0;
  started = [];
  said = [];
  writeFileSync(join(folder, 'bank.csv'), 'a');
});
afterEach(() => rmSync(folder, { recursive: true }));

const step = (name: string, isKept = false): Step => ({
  name,
  program: name,
  page: `${name}.md`,
  kept: isKept ? { option: '--raw', path: `${name}.jsonl` } : null,
  isFolder: false,
  input: () => ({ args: ['--bank', name], files: [join(folder, 'bank.csv')] }),
});
const STEPS = [step('one', true), step('two'), step('three')];

/** Programs that write what they are told to; those of `failing` do not. */
function run(failing: readonly string[] = [], own: Partial<StepRun> = {}) {
  return runSteps(STEPS, {
    kept: folder,
    key: 'k1',
    pages: folder,
    isElsewhere: true,
    codeNow: () => 'k1',
    filesOf: () => [],
    clock: () => clock,
    say: (line) => said.push(line),
    start: async (args) => {
      started.push([...args]);
      clock += 300;
      const raw = args.indexOf('--raw');
      if (raw !== -1) appendFileSync(args[raw + 1], 'row\n');
      if (failing.includes(args[0])) return 'it ended with exit code 3';
      writeFileSync(args[args.indexOf('--out') + 1], `page of ${args[0]}`);
      return null;
    },
    ...own,
  });
}

test('every step in order, with what it keeps and goes on from; then none again', async () => {
  expect(await run()).toEqual({ one: 'made', two: 'made', three: 'made' });
  expect(started).toEqual([
    [
      ...['one', '--bank', 'one', '--raw', join(folder, 'k1', 'one.jsonl')],
      ...['--out', join(folder, 'one.md')],
    ],
    ['two', '--bank', 'two', '--out', join(folder, 'two.md')],
    ['three', '--bank', 'three', '--out', join(folder, 'three.md')],
  ]);
  expect(said.slice(0, 2)).toEqual([
    '1 of 3: one (one.md): being made.',
    '1 of 3: one (one.md): made in 5 min.',
  ]);
  started = [];
  said = [];
  expect(await run()).toEqual({ one: 'kept', two: 'kept', three: 'kept' });
  expect(started).toEqual([]);
  expect(said[1]).toBe('2 of 3: two (two.md): complete, made before in 5 min.');
});

test('a failure is named, the others are made, and it alone is made again', async () => {
  expect(await run(['two'])).toEqual({ one: 'made', two: 'failed', three: 'made' });
  expect(said).toContain('2 of 3: two (two.md): failed after 5 min: it ended with exit code 3');
  started = [];
  expect(await run()).toEqual({ one: 'kept', two: 'made', three: 'kept' });
  expect(started.map(([name]) => name)).toEqual(['two']);
});

test('input that cannot be made is a failure of its step', async () => {
  const broken: Step = {
    ...step('two'),
    input: () => {
      throw new Error('no such file');
    },
  };
  const ends = await runSteps([broken], {
    ...({ kept: folder, key: 'k1', pages: folder, isElsewhere: true } as const),
    codeNow: () => 'k1',
    filesOf: () => [],
    clock: () => 0,
    say: (line) => said.push(line),
    start: async () => null,
  });
  expect(ends).toEqual({ two: 'failed' });
  expect(said[0]).toContain('no such file');
});

test('again after a change of the page, of its program, or of what was kept', async () => {
  await run();
  const again = async (own: Partial<StepRun> = {}) => {
    started = [];
    await run([], own);
    return started.map(([name]) => name);
  };
  writeFileSync(join(folder, 'two.md'), 'by hand');
  expect(await again()).toEqual(['two']);
  rmSync(join(folder, 'k1', 'one.jsonl'));
  expect(await again()).toEqual(['one']);
  const program = join(folder, 'program.ts');
  writeFileSync(program, 'x');
  const filesOf = (name: string) => (name === 'three' ? [program] : []);
  expect(await again({ filesOf })).toEqual(['three']);
  // Other code has a folder of its own.
  expect(await again({ filesOf, key: 'k2', codeNow: () => 'k2' })).toEqual(['one', 'two', 'three']);
});

test('results of other files are not gone on with; without kept results the page is made again', async () => {
  await run(['one']);
  writeFileSync(join(folder, 'bank.csv'), 'b');
  expect(await run()).toEqual({ one: 'failed', two: 'made', three: 'made' });
  expect(said.some((line) => line.includes('name another one by --kept'))).toBe(true);
});

test('a file that is missing is named before the program starts', async () => {
  rmSync(join(folder, 'bank.csv'));
  expect(await run()).toEqual({ one: 'failed', two: 'failed', three: 'failed' });
  expect(started).toEqual([]);
  expect(said[0]).toContain('bank.csv: no such file');
});

test('a change of the code ends the run', async () => {
  const keys = ['k1', 'k2'];
  expect(await run([], { codeNow: () => keys.shift()! })).toEqual({
    one: 'made',
    two: 'not made',
    three: 'not made',
  });
  expect(started).toHaveLength(1);
});

test('the steps, and a choice among them', () => {
  const all = allSteps({ data: '/data/matrices', answerKeys: undefined });
  expect(all.map(({ name }) => name)).toEqual([
    'ranking',
    ...['mmlu-pro', 'cruxeval-o', 'ikp', 'math', 'legalbench', 'arc_challenge'].map(
      (bank) => `strange-${bank}`,
    ),
    ...['math', 'mmlu-pro', 'cruxeval-o', 'ikp', 'legalbench'].map((bank) => `when-${bank}`),
    ...[
      'orders',
      'paper',
      'costs',
      'endpoints',
      'audit',
      'agreement',
      'fractions',
      'graded',
      'graded-tests',
      'likelihoods',
      'calibration',
      'abilities',
      'flags',
      'judges',
      'humans',
      'people',
      'raters',
      'dif',
      'noise',
      'pretest',
      'refresh',
      'compare',
      'series',
      'watch',
      'stress',
    ],
  ]);
  expect(chosen(all, ['when', 'strange-math']).map(({ name }) => name)).toEqual([
    'strange-math',
    ...['math', 'mmlu-pro', 'cruxeval-o', 'ikp', 'legalbench'].map((bank) => `when-${bank}`),
  ]);
  expect(() => chosen(all, ['strnge'])).toThrow('--only: found strnge; accepted: ranking,');
  const endpoints = all.find(({ name }) => name === 'endpoints')!;
  expect(endpoints.input('/made').args).toEqual(['/data/mmlu_pro']);
});

test('files that are missing are named before anything is made', () => {
  const broken: Step = {
    ...step('two'),
    input: () => {
      throw new Error('items.csv: no such file. Check the path.');
    },
  };
  expect(() => checkFiles(STEPS, folder)).not.toThrow();
  expect(() => checkFiles([STEPS[0], broken, { ...broken, name: 'four' }], folder)).toThrow(
    '--data: found no usable files for two, four (items.csv: no such file. Check the path); accepted: the files of all pages to be made',
  );
  rmSync(join(folder, 'bank.csv'));
  expect(() => checkFiles([STEPS[0]], folder)).toThrow('bank.csv: no such file)');
});
