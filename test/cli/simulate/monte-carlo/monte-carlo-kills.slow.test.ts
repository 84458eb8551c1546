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
  expect(without.err).toContain('--resume');

  const resumed = run(file, '--out', 'killed', '--resume', '--workers', '2');
  expect(resumed.code).toBe(0);
  const written = [
    ...['results.json', 'digest.json', 'results.csv', 'by-ability.csv', 'by-ability.svg'],
    ...['results.parquet', 'by-ability.parquet', 'report.html'],
  ];
  for (const name of written) expect(text('killed', name), name).toBe(text('whole', name));
  expect(resumed.out).toContain(written.map((name) => `killed/${name}`).join(', '));
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
  expect(other.err).toContain(' of a study ');
});
