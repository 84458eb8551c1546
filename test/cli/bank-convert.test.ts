import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { runCommand } from '../command/run-command.ts';
import { damaged } from '../files/answers/fuzz-case.ts';
import { EEE_RECORDS, SAMPLES, writeSample } from '../files/answers/sample-files.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { repetitions } from '../repetitions.ts';

const base = temporaryFolder();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(base, 'run-'));
});

const thetarank = (...args: string[]) => runCommand(args);
const lines = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).join('\n');

/** The scores of a file by examinee and item. */
function scoresOf(file: string): Record<string, number> {
  const { examinees, items, scores } = readResponses(file).matrix;
  const width = items.length;
  return Object.fromEntries(
    examinees.flatMap((examinee, m) =>
      items.map((item, j) => [`${examinee} ${item}`, scores[m * width + j]]),
    ),
  );
}

describe('bank convert', () => {
  test('a report of left-out records, and a file that rank reads', async () => {
    const file = writeSample(folder, SAMPLES['swe-bench'].files);
    const out = join(folder, 'answers.csv');
    const { stdout, status } = await thetarank(
      ...['bank', 'convert', file, '--format', 'swe-bench', '--out', out],
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/\n.* 12 +10 +2 +0\n/);
    expect(stdout).toContain('incomplete_ids, entry 1: task made__up-1010');
    expect(stdout).toContain(`${out}: 10 answers of 1 `);
    expect(scoresOf(out)['agent made__up-1003']).toBe(1);
    expect(scoresOf(out)['agent made__up-1004']).toBe(0);
  });

  test('CSV to Parquet and back: the same answers and families; missing ones stay missing', async () => {
    const csv = join(folder, 'a.csv');
    writeFileSync(
      csv,
      'examinee,family,q1,=q2,\'family,never\n"a, b",f,1,0,,\nb,g,,0.3,1,\n-c,h,,,0,\n',
    );
    const [parquet, back] = [join(folder, 'a.parquet'), join(folder, 'b.csv')];
    expect((await thetarank('bank', 'convert', csv, '--out', parquet)).status).toBe(0);
    expect((await thetarank('bank', 'convert', parquet, '--out', back)).status).toBe(0);
    const known = Object.entries(scoresOf(csv)).filter(([, score]) => !Number.isNaN(score));
    expect(scoresOf(back)).toMatchObject(Object.fromEntries(known));
    expect(readFileSync(back, 'utf8')).toMatch(/,0\.3\b/);
    const again = readResponses(back);
    expect(again.families).toEqual(['f', 'g', 'h']);
    expect([...again.matrix.scores].filter((score) => !Number.isNaN(score))).toHaveLength(
      known.length,
    );
  });

  test('--json counts the records; --rejects has those left out', async () => {
    const file = writeSample(folder, SAMPLES.helm.files);
    const [out, rejects] = [join(folder, 'a.csv'), join(folder, 'left.jsonl')];
    const { stdout } = await thetarank(
      ...['bank', 'convert', file, '--out', out, '--rejects', rejects, '--json'],
    );
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ format: 'helm', examinees: 1, items: 8, answers: 8 },
      ...{ read: 10, accepted: 8, rejected: 2, duplicates: 0 },
    });
    expect(readFileSync(rejects, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  test.each([
    [['--all-or-nothing'], 'FILE_INVALID', { found: expect.stringContaining('one of 2 ') }],
    [['--metric', 'f1_score'], 'FILE_INVALID', { found: '0.25' }],
    [['--items-file', 'none.txt'], 'FILE_NOT_FOUND', { file: 'none.txt' }],
    [['--out', 'no/such/folder/a.csv'], 'FILE_UNWRITABLE', { file: 'no/such/folder/a.csv' }],
    [['--format', 'helmet'], 'OPTION_INVALID', { option: '--format', found: '"helmet"' }],
  ])('%j: exit code 2, and nothing is written', async (args, code, details) => {
    const file = writeSample(folder, SAMPLES.helm.files);
    const before = readdirSync(folder);
    const ran = await thetarank('bank', 'convert', file, '--out', join(folder, 'a.csv'), ...args);
    expect(ran).toMatchObject({ status: 2, stdout: '', error: { code, details } });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('the input is never the output', async () => {
    const file = writeSample(folder, SAMPLES.csv.files);
    const { error, status } = await thetarank('bank', 'convert', file, '--out', file);
    const details = { options: 'files, --out', reason: expect.stringContaining(file) };
    expect([status, error]).toEqual([2, { code: 'OPTIONS_CONFLICT', details }]);
    expect(readFileSync(file)).toEqual(SAMPLES.csv.files['answers.csv']);
  });

  test('a directory in place of a file', async () => {
    const out = join(folder, 'never.csv');
    const ran = await thetarank('bank', 'convert', folder, '--out', out);
    expect(ran).toMatchObject({ status: 2, stderr: expect.stringContaining('it is a directory') });
  });

  test('damaged files: a whole output and counts that add up, or no output', async () => {
    for (const { format, files } of Object.values(SAMPLES))
      for (let seed = 0; seed < (format === 'parquet' ? 4 : repetitions(20, 8)); seed++) {
        const own = mkdtempSync(join(folder, 'damaged-'));
        const file = writeSample(own, damaged(files, seed));
        const out = join(own, 'out.csv');
        const ran = await thetarank(
          ...['bank', 'convert', file, '--format', format, '--out', out, '--json'],
        );
        if (ran.status === 0 || ran.status === 9) {
          const { read, accepted, rejected, duplicates } = JSON.parse(ran.stdout);
          expect(read).toBe(accepted + rejected + duplicates);
          expect(readResponses(out).matrix.examinees.length).toBeGreaterThan(0);
        } else {
          expect([seed, ran.status, ran.stderr]).toEqual([
            seed,
            2,
            expect.stringMatching(/^error: [^\n]*\n$/),
          ]);
          expect(readdirSync(own).filter((name) => name.startsWith('out.csv'))).toEqual([]);
        }
      }
  });
});

describe('banks', () => {
  const database = () => ['--database', join(folder, 'bank.db')];

  test('HELM: items and answers of a run', async () => {
    const file = writeSample(folder, SAMPLES.helm.files);
    const { stdout } = await thetarank(
      ...['bank', 'import', file, '--name', 'mine', ...database(), '--json'],
    );
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ format: 'helm', added: 8, read: 10, rejected: 2 },
      recorded: { answers: 8, examinees: ['maker/small'] },
    });
    const items = await thetarank('bank', 'export', 'mine', ...database());
    const [first] = items.stdout.split('\n').filter((line) => line.includes('Is 3 even?'));
    expect(JSON.parse(first)).toMatchObject({ options: { A: 'yes', B: 'no' }, key: ['B'] });
  });

  test('instance records come back from a bank as they went in, with the text of their questions', async () => {
    const file = join(folder, 'x_samples.jsonl');
    const graded = { score: 0.7, is_correct: false };
    const given = EEE_RECORDS.map((one, k) => (k === 0 ? { ...one, evaluation: graded } : one));
    writeFileSync(file, lines(given));
    await thetarank('bank', 'import', file, '--name', 'made-up', ...database());
    const out = join(folder, 'y_samples.jsonl');
    const ran = await thetarank(
      ...['bank', 'export', 'made-up', '--recorded-answers', '--out', out, ...database()],
    );
    expect(ran.stdout).toContain(`convert ${out}`);
    const records = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const told = (one: (typeof EEE_RECORDS)[number]) =>
      `${one.model_id} ${one.input.raw} ${one.input.reference} ${one.input.choices} ${one.evaluation.score} ${one.evaluation.is_correct}`;
    expect(records.map(told).sort()).toEqual(given.map(told).sort());
    // Into another bank: the same items, by content.
    const again = await thetarank(
      ...['bank', 'import', out, '--name', 'again', ...database(), '--json'],
    );
    expect(JSON.parse(again.stdout)).toMatchObject({ added: 6, recorded: { answers: 12 } });
  });

  test('instance records keep the mark of the stand-in, into a bank and out of it', async () => {
    const [drawn, other] = [...new Set(EEE_RECORDS.map(({ model_id }) => model_id))];
    const file = join(folder, 'z_samples.jsonl');
    const marked = EEE_RECORDS.map((one) =>
      one.model_id === drawn ? { ...one, metadata: { simulated: 'true' } } : one,
    );
    writeFileSync(file, lines(marked));
    const ran = await thetarank('bank', 'import', file, '--name', 'drawn', ...database(), '--json');
    expect(JSON.parse(ran.stdout).recorded.standIns).toEqual([drawn]);
    const out = join(folder, 'w_samples.jsonl');
    await thetarank(
      ...['bank', 'export', 'drawn', '--recorded-answers', '--out', out, ...database()],
    );
    const converted = join(folder, 'w.csv');
    await thetarank('bank', 'convert', out, '--out', converted);
    const rows = readFileSync(converted, 'utf8')
      .split('\n')
      .map((line) => line.split(','));
    expect(rows[0].slice(0, 2)).toEqual(['examinee', 'simulated']);
    expect(Object.fromEntries(rows.slice(1, 3))).toEqual({ [drawn]: 'true', [other]: 'false' });
  });

  test('recorded answers go out and in as Parquet', async () => {
    const file = join(folder, 'x_samples.jsonl');
    writeFileSync(file, lines(EEE_RECORDS));
    await thetarank('bank', 'import', file, '--name', 'made-up', ...database());
    const [out, csv] = [join(folder, 'a.parquet'), join(folder, 'a.csv')];
    for (const to of [out, csv])
      await thetarank(
        'bank',
        'export',
        'made-up',
        '--recorded-answers',
        '--out',
        to,
        ...database(),
      );
    const back = await thetarank('bank', 'record', out, '--to', 'made-up', ...database());
    expect(back.stdout).toMatch(/\b12 answers of 2 .* 6 .*; 2 .* replaced/);
    const converted = join(folder, 'b.csv');
    await thetarank('bank', 'convert', out, '--out', converted);
    expect(scoresOf(converted)).toEqual(scoresOf(csv));
    expect(existsSync(csv)).toBe(true);
  });

  test('a bank without text has no instance records', async () => {
    const out = join(folder, 'x.jsonl');
    const ran = await thetarank(
      ...['bank', 'export', 'cruxeval-o', '--recorded-answers', '--out', out, ...database()],
    );
    expect(ran.status).toBe(2);
    expect(existsSync(out)).toBe(false);
  });
});
