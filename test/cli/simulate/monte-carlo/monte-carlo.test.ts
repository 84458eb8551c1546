import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandSync } from '../../../command/run-command.ts';
import { temporaryFolder } from '../../../files/temporary.ts';

const folder = temporaryFolder();
const words = (...args: string[]) => ['simulate', 'monte-carlo', ...args];

function run(...args: string[]) {
  const result = runCommandSync(words(...args), { cwd: folder });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

function design(name: string, more = ''): string {
  writeFileSync(
    join(folder, name),
    `bank: { generate: { items: 60, tags: { content: { A: 0.5, B: 0.5 } } } }
abilities: { normal: { mean: 0, sd: 1, count: 40 } }
group: 20
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
  expect(plan.out).toMatch(
    /4 cells × 4 replications × 40 examinees = 640 sessions on 60 items, in 8 blocks on \d+ threads? of this machine:/,
  );
  expect(plan.out).toMatch(/Next: .*small\.yaml --out nothing\n/);
  // Nothing connects to it.
  const database = 'postgres://none:secret@localhost:1/none';
  const onWorkers = run(file, '--dry-run', '--on', 'workers', '--database', database);
  expect(onWorkers.out).toContain('With --on workers the time goes by the threads of all workers');
  expect(onWorkers.out).toMatch(
    /Next: .*small\.yaml --on workers --database postgres:\/\/none\S*@localhost:1\/none --out study\n/,
  );
  expect(onWorkers.out).not.toContain('secret');
  expect(existsSync(join(folder, 'nothing'))).toBe(false);
  const { out, err } = run(file, '--json', '--workers', '2');
  const report = JSON.parse(out);
  expect(report.cells).toHaveLength(4);
  expect(report.cells[0]).toMatchObject({ selector: 'maximum-information', length: 10 });
  expect(err).toContain('100% (8 of 8): simulating');
  const shown = run(file, '--report', 'page.html');
  expect(shown.out).toContain('selector             length');
  expect(shown.out).toContain('Next: read the report: page.html');
  expect(text('page.html')).toContain('Simulation study: 4 cells, 4 replications');

  const quotas = design('quotas.yaml', 'constraints: [{ quotas: [{ tag: contnt, value: A }] }]');
  expect(run(quotas).err).toContain('quotas.yaml, constraints: found contnt=A 0–100%');
  const long = run(design('long.yaml', 'bounds: [-4, 4]').replace('long', 'missing'));
  expect(long.err).toContain('missing.yaml: no such file');
  expect(run(file, '--report', 'nosuch/page.html').err).toContain(
    'the folder nosuch does not exist',
  );
  expect(existsSync(join(folder, 'nosuch'))).toBe(false);
  // What is wrong is not hidden by lengths that are missing.
  expect(run('--estimators', 'mll').err).toContain('estimators[0]: found "mll"');
  expect(run(file, '--resume').err).toContain('--resume: add --out with the folder of the study');
});

test('a block that is damaged is refused, and by its name', () => {
  const file = design('damaged.yaml');
  expect(run(file, '--out', 'damaged').code).toBe(0);
  writeFileSync(join(folder, 'damaged', 'blocks', '000004.json'), '{"fingerprint":');
  const { code, err } = run(file, '--out', 'damaged', '--resume');
  expect(code).toBe(2);
  expect(err).toContain('000004.json: found content that is not a block of this study');
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
  const { code, out } = run('file.yaml', '--json');
  expect(code).toBe(0);
  const { cells, bankDrawn } = JSON.parse(out);
  expect(bankDrawn).toBe(true);
  expect(cells.map(({ constraint }: { constraint: string }) => constraint)).toEqual([
    'none',
    'content=A 0–20%',
  ]);
  expect(cells[0].byAbility).toHaveLength(3);
});
