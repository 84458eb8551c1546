import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { operationCommand } from '../../../src/cli/named-command.ts';
import { ThetarankError } from '../../../src/errors.ts';
import { readResponses } from '../../../src/files/responses/read-responses.ts';
import { temporaryFiles, temporaryFolder } from '../../files/temporary.ts';

const file = temporaryFiles();
const folder = temporaryFolder();
const jsonLines = (...lines: unknown[]) =>
  file(lines.map((line) => JSON.stringify(line)).join('\n'));

const OUTPUTS = jsonLines(
  { model: 'alpha', item: 'q1', output: 'The answer is (B).', reference: 'B', key: 'B' },
  {
    model: 'alpha',
    item: 'q2',
    output: '答案是ABD。',
    type: 'multiple',
    reference: 'AB',
    key: 'ABDE',
  },
  { model: '=beta', item: 'q1', output: 'secret words and no more', reference: null, key: 'B' },
  { model: '=beta', item: 'q2', output: null, type: 'multiple', options: 5, key: 'A, B, D, E' },
  { model: 'gamma', item: 'q1', output: 'Metformin', options: ['Insulin', 'Metformin'], key: 'b' },
);
const KEYS = file('item,key,options,note\nq1,B,4,x\nq2,"A, B, D",,y\n', 'items.csv');

afterEach(() => vi.restoreAllMocks());

/** Runs a command in this process. */
async function thetarank(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const into = (stream: 'stdout' | 'stderr') => (text: unknown) => {
    said[stream] += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into('stdout'));
  vi.spyOn(console, 'log').mockImplementation((text) => into('stdout')(`${text}\n`));
  vi.spyOn(console, 'error').mockImplementation((text) => into('stderr')(`${text}\n`));
  const program = new Command('thetarank').exitOverride();
  for (const name of ['extract', 'grade'] as const)
    await (await operationCommand(name)())(program, []);
  try {
    await program.parseAsync(['node', 'thetarank', ...args]);
  } finally {
    vi.restoreAllMocks();
  }
  return said;
}

/** Code and details of the error that a command ends with. */
async function failure(...args: string[]) {
  const error = await thetarank(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ThetarankError);
  const { code, details } = error as ThetarankError;
  return { code, ...details };
}

describe('thetarank extract', () => {
  test('--json gives the letters, the rule and the counts, and no text', async () => {
    const { stdout } = await thetarank('extract', OUTPUTS, '--json');
    const { results, counts, agreement } = JSON.parse(stdout);
    expect(results).toEqual([
      { model: 'alpha', item: 'q1', extracted: 'B', rule: 'statement', reason: null },
      { model: 'alpha', item: 'q2', extracted: 'ABD', rule: 'statement', reason: null },
      { model: '=beta', item: 'q1', extracted: null, rule: 'none', reason: 'none' },
      { model: '=beta', item: 'q2', extracted: null, rule: 'none', reason: 'empty' },
      { model: 'gamma', item: 'q1', extracted: 'B', rule: 'option-text', reason: null },
    ]);
    expect(counts).toEqual({
      statement: 2,
      'no answer: none': 1,
      'no answer: empty': 1,
      'option-text': 1,
    });
    expect(agreement).toEqual({ compared: 2, agreeing: 1 });
    expect(stdout).not.toContain('secret');
  });

  test('prints a table by rule, names outputs without an answer, and shows their text only on request', async () => {
    const { stdout } = await thetarank('extract', OUTPUTS);
    expect(stdout).toMatch(/^statement +2 +40%$/m);
    expect(stdout).toContain('"=beta" on "q1": none');
    expect(stdout).toMatch(/reference: 1 of 2 /);
    expect(stdout).not.toContain('secret');
    expect((await thetarank('extract', OUTPUTS, '--show-text')).stdout).toContain('secret words');
  });

  test('--mode cmb takes letters of words too', async () => {
    const lines = jsonLines({ model: 'm', item: 'q', output: 'CT检查后选B' });
    const { stdout } = await thetarank('extract', lines, '--mode', 'cmb', '--json');
    expect(JSON.parse(stdout).results[0]).toMatchObject({ extracted: 'C', rule: 'cmb-anywhere' });
  });

  test.each([
    ['not JSON', 'line 1', '"not JSON"'],
    ['\n{"model":"m","item":"q"}', 'line 2', 'no field "output"'],
    ['{"model":"","item":"q","output":""}', 'line 1', 'model ""'],
    ['{"model":"m","item":"q","output":"","options":27}', 'line 1', 'options "27"'],
    ['{"model":"m","item":"q","output":"","type":"x"}', 'line 1', 'type "x"'],
    ['{"model":"m","item":"q","output":"","key":"B2"}', 'line 1, field "key"', '"B2"'],
  ])('refuses %s', async (text, where, found) => {
    expect(await failure('extract', file(text))).toMatchObject({ where, found });
  });

  test('refuses a line that is too long, and an unknown mode', async () => {
    const long = file(`{"model":"m","item":"q","output":"${'x'.repeat(16 * 2 ** 20)}"}`);
    expect(await failure('extract', long)).toMatchObject({
      where: 'line 1',
      found: expect.stringContaining('16777216'),
    });
    expect(await failure('extract', OUTPUTS, '--mode', 'cbm')).toMatchObject({
      code: 'OPTION_INVALID',
      accepted: 'default, cmb, mmlu-pro',
    });
  });
});

describe('thetarank grade', () => {
  test('writes the long form that rank reads, with 0 for missing answers', async () => {
    const out = join(folder, 'scores.csv');
    const { stdout } = await thetarank('grade', OUTPUTS, '--keys', KEYS, '--out', out);
    expect(readFileSync(out, 'utf8')).toContain("\n'=beta,q1,0\n");
    const { matrix } = readResponses(out);
    expect(matrix.examinees).toEqual(['alpha', '=beta', 'gamma']);
    expect([...matrix.scores]).toEqual([1, 1, 0, 0, 1, Number.NaN]);
    expect(stdout).toMatch(/5 scores, mean 60\.0%; 2 /);
  });

  test('takes keys from the lines; --partial gives a part of the key its share', async () => {
    const exact = await thetarank('grade', OUTPUTS);
    expect(exact.stdout).toContain('alpha,q2,0\n');
    const partial = await thetarank('grade', OUTPUTS, '--partial-credit');
    expect(partial.stdout).toContain('alpha,q2,0.75\n');
  });

  test('an output that ended at the limit of tokens has the answer that it states, and no other', async () => {
    const lines = jsonLines(
      ...['Option B is correct in that', 'The answer is B. To see'].map((output, k) => ({
        ...{ model: 'alpha', item: `q${k}`, output, key: 'B', finish_reason: 'length' },
      })),
    );
    const { stdout } = await thetarank('grade', lines, '--json');
    expect(JSON.parse(stdout).scores.map(({ score }: { score: number }) => score)).toEqual([0, 1]);
  });

  test('says how its outputs were read, and what the unread ones said', async () => {
    const { stdout } = await thetarank('grade', OUTPUTS, '--json');
    expect(JSON.parse(stdout).readings).toEqual({
      outputs: 5,
      rules: { statement: 2, 'no answer: none': 1, 'no answer: empty': 1, 'option-text': 1 },
      absent: { unread: 2, truncated: 0, refused: 0 },
    });
    expect(stdout).not.toContain('secret');
    const { stderr } = await thetarank('grade', OUTPUTS);
    expect(stderr).toMatch(/^statement +2 +40%$/m);
    expect(stderr).toContain('"secret words and no more" once');
  });

  test('repeats are refused, or vote', async () => {
    const line = (output: string) => ({ model: 'm', item: 'q1', output });
    const repeats = jsonLines(line('A'), line('答案：B'), line('(B)'));
    expect(await failure('grade', repeats, '--keys', KEYS)).toMatchObject({
      where: 'line 2',
      found: 'model "m" on item "q1" again (first: line 1)',
    });
    for (const more of [['--majority'], ['--mode', 'cmb']])
      expect((await thetarank('grade', repeats, '--keys', KEYS, ...more)).stdout).toMatch(
        /^.*\nm,q1,1\n$/,
      );
  });

  test('refuses an item without a key, a bad key, and overwriting its input', async () => {
    const other = jsonLines({ model: 'm', item: 'q9', output: 'A' });
    expect(await failure('grade', other, '--keys', KEYS)).toMatchObject({
      where: 'line 1',
      found: expect.stringContaining('"q9"'),
    });
    expect(await failure('grade', other)).toMatchObject({
      accepted: expect.stringContaining('--keys'),
    });
    const bad = file('item,key\nq1,BB\n');
    expect(await failure('grade', OUTPUTS, '--keys', bad)).toMatchObject({
      found: '"BB"',
    });
    for (const args of [
      [OUTPUTS, '--out', OUTPUTS],
      [OUTPUTS, '--keys', KEYS, '--out', KEYS],
    ])
      expect(await failure('grade', ...args)).toMatchObject({ code: 'OPTIONS_CONFLICT' });
    expect(await failure('grade', file('\n'))).toMatchObject({ found: 'no lines' });
  });
});
