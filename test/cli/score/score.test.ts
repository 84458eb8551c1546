import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { operationCommand } from '../../../src/cli/named-command.ts';
import { ThetarankError } from '../../../src/errors.ts';
import { answersOf } from '../../../src/irt/answers.ts';
import { ESTIMATORS, estimateAbility } from '../../../src/irt/estimate/estimate.ts';
import { gridOf } from '../../../src/irt/likelihood-grid.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { temporaryFiles, temporaryFolder } from '../../files/temporary.ts';

const file = temporaryFiles();
const folder = temporaryFolder();

const PARAMETERS = file(
  'item,a,b,c,d\nq3,1.5,0.5,0.2,1\nq1,1,-1,0,1\nunused,1,0,0,1\nq2,0.8,0,0.25,0.95\n',
  'items.csv',
);
const RESPONSES = file(
  'examinee,q1,q2,q3\nalpha,1,0,1\n"be,ta",1,1,1\ngamma,0,,0.5\ndelta,,,\n',
  'answers.csv',
);
const ITEMS = itemParameters({
  a: [1, 0.8, 1.5],
  b: [-1, 0, 0.5],
  c: [0, 0.25, 0.2],
  d: [1, 0.95, 1],
});
const ROWS = [
  [1, 0, 1],
  [1, 1, 1],
  [0, Number.NaN, 0.5],
];

afterEach(() => vi.restoreAllMocks());

/** Runs `thetarank score` in this process. */
async function score(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const into = (stream: 'stdout' | 'stderr') => (text: unknown) => {
    said[stream] += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into('stdout'));
  vi.spyOn(process.stderr, 'write').mockImplementation(into('stderr'));
  vi.spyOn(console, 'log').mockImplementation((text) => into('stdout')(`${text}\n`));
  vi.spyOn(console, 'error').mockImplementation((text) => into('stderr')(`${text}\n`));
  const program = new Command('thetarank').exitOverride();
  await (await operationCommand('score')())(program, []);
  try {
    await program.parseAsync(['node', 'thetarank', 'score', ...args]);
  } finally {
    vi.restoreAllMocks();
  }
  return said;
}

const scoreFiles = (...args: string[]) =>
  score('--parameters', PARAMETERS, '--responses', RESPONSES, ...args);

async function failure(...args: string[]): Promise<ThetarankError> {
  const error = await scoreFiles(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ThetarankError);
  return error as ThetarankError;
}

describe('printed output', () => {
  test('CSV, one row an examinee, parameters matched by item', async () => {
    const { stdout } = await scoreFiles();
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header.split(',')).toEqual(['examinee', 'ability', 'se', 'atBound', 'answers']);
    expect(rows).toHaveLength(4);
    for (const [i, row] of ROWS.entries()) {
      const answers = answersOf(ITEMS, row);
      const { ability, se } = estimateAbility('eap', answers, gridOf(answers, -6, 6, 0.1));
      const cells = rows[i].replace('"be,ta"', 'beta').split(',');
      expect(cells[0]).toBe(['alpha', 'beta', 'gamma'][i]);
      // The means are exact to 1e-10.
      expect(Math.abs(Number(cells[1]) - ability)).toBeLessThan(1e-9);
      expect(Math.abs(Number(cells[2]) - se)).toBeLessThan(1e-9);
      expect(cells.slice(3)).toEqual(['false', String(answers.count)]);
    }
    expect(rows[3]).toBe('delta,0,1,false,0');
  });

  test.each(ESTIMATORS)('JSON by %s', async (estimator) => {
    const { stdout } = await scoreFiles('--estimator', estimator, '--json');
    const result = JSON.parse(stdout);
    const hasPrior = estimator === 'map' || estimator === 'eap';
    expect(Object.keys(result)).toEqual(['estimator', 'prior', 'bounds', 'examinees']);
    expect(result).toMatchObject({
      estimator,
      prior: hasPrior ? { mean: 0, sd: 1 } : null,
      bounds: [-6, 6],
    });
    expect(result.examinees.map((e: { examinee: string }) => e.examinee)).toEqual([
      'alpha',
      'be,ta',
      'gamma',
      'delta',
    ]);
    for (const [i, row] of ROWS.entries()) {
      const answers = answersOf(ITEMS, row);
      const expected = estimateAbility(estimator, answers, gridOf(answers, -6, 6, 0.1));
      const found = result.examinees[i];
      expect(Math.abs(found.ability - expected.ability)).toBeLessThan(1e-9);
      // At a bound, an error beyond the range of abilities is not told.
      if (expected.atBound && expected.se > 12) expect(found.se).toBeNull();
      else expect(Math.abs(found.se - expected.se)).toBeLessThan(1e-9);
      expect(found.atBound).toBe(expected.atBound);
      expect(found.answers).toBe(answers.count);
    }
    // All right: no finite maximum.
    if (estimator === 'ml')
      expect(result.examinees[1]).toMatchObject({ ability: 6, atBound: true });
    expect(result.examinees[3]).toEqual({
      examinee: 'delta',
      ability: hasPrior ? 0 : null,
      se: hasPrior ? 1 : null,
      atBound: false,
      answers: 0,
    });
  });

  test('an examinee without answers has empty cells under ml', async () => {
    const { stdout } = await scoreFiles('--estimator', 'ml');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('delta,,,false,0');
  });

  test('a standard error without bounds is an empty cell, and null', async () => {
    const parameters = file('item,a,b,c\nq1,50,60,0.2\n');
    const responses = file('examinee,q1\nx,1\n');
    const call = (...args: string[]) =>
      score('--parameters', parameters, '--responses', responses, '--estimator', 'ml', ...args);
    expect((await call()).stdout).toContain('x,6,,true,1\n');
    expect(JSON.parse((await call('--json')).stdout).examinees[0].se).toBeNull();
  });

  test.each([
    ['eap', '1:6', 'normal:0:1'],
    ['eap', '-6:6', 'normal:8:1'],
    ['map', '-6:6', 'normal:8:1'],
  ])(
    'a prior beyond the bounds is marked without answers too: %s, %s, %s',
    async (estimator, bounds, prior) => {
      const { stdout } = await scoreFiles(
        ...['--estimator', estimator, '--bounds', bounds, '--prior', prior, '--json'],
      );
      const [low, high] = bounds.split(':').map(Number);
      const { ability, atBound, answers } = JSON.parse(stdout).examinees[3];
      expect([atBound, answers]).toEqual([true, 0]);
      expect(ability).toBeGreaterThanOrEqual(low);
      expect(ability).toBeLessThanOrEqual(high);
    },
  );

  test('so is one at a bound that is larger than the range of abilities', async () => {
    const parameters = file('item,a,b\nq1,0.8,-30\nq2,1,-25\n');
    const responses = file('examinee,q1,q2\nx,1,1\n');
    const { stdout } = await score(
      ...['--parameters', parameters, '--responses', responses, '--estimator', 'ml'],
    );
    expect(stdout).toContain('x,6,,true,2\n');
  });

  test('parameters that are not used are counted on standard error', async () => {
    const { stderr } = await scoreFiles();
    expect(stderr).toMatch(/: 1 of 4 items /);
    const exact = file('item,a,b\nq1,1,0\nq2,1,0\nq3,1,0\n');
    expect((await score('--parameters', exact, '--responses', RESPONSES)).stderr).not.toMatch(
      / of \d+ items /,
    );
  });
});

describe('options', () => {
  test.each([[['--bounds', '-1:0.5']], [['--bounds=-1:0.5']]])('%j', async (args) => {
    const { stdout } = await scoreFiles('--estimator', 'ml', '--json', ...args);
    const result = JSON.parse(stdout);
    expect(result.bounds).toEqual([-1, 0.5]);
    expect(result.examinees[1]).toMatchObject({ ability: 0.5, atBound: true });
  });

  test('--prior', async () => {
    const { stdout } = await scoreFiles('--prior', 'normal:-1:0.5', '--json');
    const result = JSON.parse(stdout);
    expect(result.prior).toEqual({ mean: -1, sd: 0.5 });
    expect(result.examinees[3]).toMatchObject({ ability: -1, se: 0.5 });
  });

  test.each([
    ['--prior', 'normal:0:0'],
    ['--prior', 'uniform'],
    ['--bounds', '6:-6'],
    ['--bounds', '6'],
  ])('%s %s is refused', async (option, value) => {
    const details = { option, found: JSON.stringify(value) };
    expect(await failure(option, value)).toMatchObject({ code: 'OPTION_INVALID', details });
  });

  test('a prior for an estimator without one', async () => {
    const error = await failure('--estimator', 'wle', '--prior', 'normal:0:1');
    expect(error.code).toBe('OPTIONS_CONFLICT');
    expect(error.details).toMatchObject({ options: '--estimator, --prior' });
  });

  test('a mistyped estimator is met with those there are', async () => {
    const error = await failure('--estimator', 'wlee');
    const details = { option: '--estimator', accepted: ESTIMATORS.join(', ') };
    expect(error).toMatchObject({ code: 'OPTION_INVALID', details, exitCode: 2 });
  });
});

describe('--out', () => {
  test('the CSV is in the file, and a line says so', async () => {
    const out = join(folder, 'abilities.csv');
    const printed = (await scoreFiles()).stdout;
    const { stdout } = await scoreFiles('--out', out);
    expect(readFileSync(out, 'utf8')).toBe(printed);
    expect(stdout).toMatch(/^4 abilities .*--responses .*\n$/s);
  });

  test('with --json standard output is JSON alone', async () => {
    const out = join(folder, 'both.csv');
    const { stdout } = await scoreFiles('--out', out, '--json');
    expect(JSON.parse(stdout).examinees).toHaveLength(4);
    expect(existsSync(out)).toBe(true);
  });

  test('the files that are read are not replaced', async () => {
    const before = readFileSync(RESPONSES, 'utf8');
    const error = await failure('--out', RESPONSES);
    expect(error.code).toBe('OPTIONS_CONFLICT');
    expect(readFileSync(RESPONSES, 'utf8')).toBe(before);
  });

  test('an item without parameters: it is named, nothing is written', async () => {
    const out = join(folder, 'never.csv');
    const parameters = file('item,a,b\nq1,1,0\n');
    const error = await score(
      '--parameters',
      parameters,
      '--responses',
      RESPONSES,
      '--out',
      out,
    ).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ThetarankError);
    const details = { item: 'q2', file: parameters, count: 2 };
    expect(error).toMatchObject({ code: 'ITEM_WITHOUT_PARAMETERS', details, exitCode: 2 });
    expect(existsSync(out)).toBe(false);
  });
});
