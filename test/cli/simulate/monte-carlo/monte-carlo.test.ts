import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommandSync } from '../../../command/run-command.ts';
import { readTable } from '../../../files/parquet/read-table.ts';
import { temporaryFolder } from '../../../files/temporary.ts';

const main = fileURLToPath(new URL('../../../../src/cli/main.ts', import.meta.url));
const folder = temporaryFolder();
const words = (...args: string[]) => ['simulate', 'monte-carlo', ...args];

function run(...args: string[]) {
  const result = runCommandSync(words(...args), { cwd: folder });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

function design(name: string, more = ''): string {
  writeFileSync(
    join(folder, name),
    `bank: { generate: { items: 200, tags: { content: { A: 0.5, B: 0.5 } } } }
abilities: { normal: { mean: 0, sd: 1, count: 40 } }
group: 20
selectors: [maximum-information, random]
lengths: [10, 20]
replications: 12
${more}`,
  );
  return name;
}

const blocks = (out: string) =>
  existsSync(join(folder, out, 'blocks'))
    ? readdirSync(join(folder, out, 'blocks')).filter((name) => name.endsWith('.json'))
    : [];
const text = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

test('killed with SIGKILL and resumed, on other workers, it ends as if it had not been', async () => {
  const file = design('killed.yaml');
  expect(run(file, '--out', 'whole', '--workers', '1').code).toBe(0);
  const child = spawn(
    process.execPath,
    [main, ...words(file, '--out', 'killed', '--workers', '2')],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  while (blocks('killed').length < 3 && child.exitCode === null) await wait(5);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const kept = blocks('killed').length;
  expect(kept).toBeGreaterThanOrEqual(3);
  expect(kept).toBeLessThan(24);
  expect(existsSync(join(folder, 'killed', 'results.json'))).toBe(false);

  const without = run(file, '--out', 'killed');
  expect(without.code).toBe(2);
  expect(without.err).toContain('To continue it, add --resume');

  const resumed = run(file, '--out', 'killed', '--resume', '--workers', '2');
  expect(resumed.code).toBe(0);
  const written = [
    ...['results.json', 'digest.json', 'results.csv', 'by-ability.csv', 'by-ability.svg'],
    ...['results.parquet', 'by-ability.parquet', 'report.html'],
  ];
  for (const name of written) expect(text('killed', name), name).toBe(text('whole', name));
  expect(resumed.out).toContain(`Written to killed: ${written.join(', ')}.`);
  const { columns } = await readTable(join(folder, 'whole', 'results.parquet'));
  const [head] = text('whole', 'results.csv').split('\n');
  expect([...columns.keys()]).toEqual(head.split(','));
  expect(columns.get('rmse')).toEqual(
    JSON.parse(text('whole', 'results.json')).cells.map(
      (cell: { rmse: { value: number } }) => cell.rmse.value,
    ),
  );

  const other = run(design('killed.yaml', 'seed: 2'), '--out', 'killed', '--resume');
  expect(other.code).toBe(2);
  expect(other.err).toContain('is of a study with another design or bank');
});

test('--json prints the report, --dry-run simulates nothing, and errors name their path', () => {
  const file = design('small.yaml', 'precision: { bias: 0.01 }');
  const plan = run(file, '--dry-run', '--out', 'nothing');
  expect(plan.out).toMatch(
    /4 cells × 12 replications × 40 examinees = 1,920 sessions on 200 items, in 24 blocks on \d+ threads? of this machine:/,
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
  expect(err).toContain('100% (24 of 24): simulating');
  const shown = run(file, '--report', 'page.html');
  expect(shown.out).toContain('selector             length');
  expect(shown.out).toContain('Next: read the report: page.html');
  expect(text('page.html')).toContain('Simulation study: 4 cells, 12 replications');

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
