import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandSync } from '../../../command/run-command.ts';
import { temporaryFolder } from '../../../files/temporary.ts';

const folder = temporaryFolder();
const words = (...args: string[]) => ['simulate', 'monte-carlo', ...args];

function run(...args: string[]) {
  const result = runCommandSync(words(...args), { cwd: folder });
  return { code: result.status, out: result.stdout, err: result.stderr, error: result.error };
}

function design(name: string, more = ''): string {
  writeFileSync(
    join(folder, name),
    `bank: { generate: { items: 60, tags: { content: { A: 0.5, B: 0.5 } } } }
abilities: { normal: { mean: 0, sd: 1, count: 20 } }
group: 10
selectors: [maximum-information, random]
lengths: [10, 20]
replications: 4
${more}`,
  );
  return name;
}

const text = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

test('--json prints the report, --dry-run simulates nothing, and errors name their path', () => {
  const file = design('small.yaml', 'precision: { bias: 0.01 }');
  const plan = run(file, '--dry-run', '--out', 'nothing');
  expect(plan.out).toMatch(/4 cells × 4 .* × 20 .* = 320 .* 60 items, in 8 blocks /);
  expect(plan.out).toContain('--out nothing\n');
  // Nothing connects to it.
  const database = 'postgres://none:secret@localhost:1/none';
  const onWorkers = run(file, '--dry-run', '--on', 'workers', '--database', database);
  expect(onWorkers.out).toMatch(/ --database postgres:\/\/none\S*@localhost:1\/none --out /);
  expect(onWorkers.out).not.toContain('secret');
  expect(existsSync(join(folder, 'nothing'))).toBe(false);
  const { out, err } = run(file, '--json', '--workers', '2');
  const report = JSON.parse(out);
  expect(report.cells).toHaveLength(4);
  expect(report.cells[0]).toMatchObject({ selector: 'maximum-information', length: 10 });
  expect(err).toContain('100% (8 of 8): simulating');
  const shown = run(file, '--report', 'page.html', '--workers', '1');
  expect(shown.out).toMatch(/^maximum-information, 10 items +.* ± /m);
  expect(shown.out).toContain('page.html');
  expect(text('page.html')).toMatch(/4 cells, 4 replications/);

  const quotas = design('quotas.yaml', 'constraints: [{ quotas: [{ tag: contnt, value: A }] }]');
  expect(run(quotas).error).toMatchObject({
    details: { where: 'constraints', found: expect.stringContaining('contnt=A 0–100%') },
  });
  expect(run('missing.yaml').error).toMatchObject({
    code: 'FILE_NOT_FOUND',
    details: { file: expect.stringContaining('missing.yaml') },
  });
  expect(run(file, '--report', 'nosuch/page.html').error).toMatchObject({
    code: 'FILE_UNWRITABLE',
    details: { file: expect.stringContaining('nosuch/page.html') },
  });
  expect(existsSync(join(folder, 'nosuch'))).toBe(false);
  // What is wrong is not hidden by lengths that are missing.
  expect(run('--estimators', 'mll').err).toContain('estimators[0]: found "mll"');
  expect(run(file, '--resume').error).toMatchObject({
    details: { options: '--resume, --out' },
  });
});

test('a block that is damaged is refused, and by its name', () => {
  const file = design('damaged.yaml');
  expect(run(file, '--out', 'damaged', '--workers', '1').code).toBe(0);
  writeFileSync(join(folder, 'damaged', 'blocks', '000004.json'), '{"fingerprint":');
  const { code, error } = run(file, '--out', 'damaged', '--resume', '--workers', '1');
  expect(code).toBe(2);
  expect(error).toMatchObject({
    code: 'FILE_INVALID',
    details: { file: expect.stringContaining('000004.json') },
  });
});

test('a bank from a file, with its tags and standard errors', () => {
  const rows = Array.from(
    { length: 50 },
    (_, j) => `q${j},${1 + (j % 5) / 10},${(j - 25) / 12},0.1`,
  );
  writeFileSync(join(folder, 'bank.csv'), `item,a,b,se_b\n${rows.join('\n')}\n`);
  const tags = Array.from({ length: 50 }, (_, j) => `q${j},${j % 2 === 0 ? 'A' : 'B'}`);
  writeFileSync(join(folder, 'tags.csv'), `item,content\n${tags.join('\n')}\n`);
  writeFileSync(
    join(folder, 'file.yaml'),
    `bank: { file: bank.csv, tags: tags.csv }
abilities: { grid: { low: -1, high: 1, step: 1, each: 5 } }
calibration: { perturb: {} }
constraints: [none, { quotas: [{ tag: content, value: A, most: 0.2 }] }]
lengths: [10]
replications: 2`,
  );
  const { code, out } = run('file.yaml', '--json', '--workers', '1');
  expect(code).toBe(0);
  const { cells, bankDrawn } = JSON.parse(out);
  expect(bankDrawn).toBe(true);
  expect(cells.map(({ constraint }: { constraint: string }) => constraint)).toEqual([
    'none',
    'content=A 0–20%',
  ]);
  expect(cells[0].byAbility).toHaveLength(3);
});
