import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';

const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const EXAMINEES = 2000;
const ITEMS = 100;

test('an interrupt ends a fit between its rounds, and says that nothing was written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fit-interrupt-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const random = randomStream('fit-interrupt');
  const line = (name: string, cell: (j: number) => string) =>
    [name, ...Array.from({ length: ITEMS }, (_, j) => cell(j))].join();
  const rows = Array.from({ length: EXAMINEES }, (_, i) =>
    line(`m${i}`, () => (random() < (i + 1) / (EXAMINEES + 2) ? '1' : '0')),
  );
  writeFileSync(
    join(folder, 'answers.csv'),
    [line('examinee', (j) => `i${j}`), ...rows].join('\n'),
  );
  const fit = spawn(
    process.execPath,
    [
      ...[main, 'calibrate', 'fit', '--responses', 'answers.csv', '--irt-model', '3pl'],
      ...['--convergence', '1e-12', '--max-iterations', '100000', '--out', 'parameters.csv'],
    ],
    { cwd: folder, env: { ...process.env, THETARANK_PROGRESS: 'json' } },
  );
  let said = '';
  fit.stderr
    .on('data', (chunk) => {
      said += chunk;
    });
  const ended = once(fit, 'exit');
  // The first round is done.
  await once(fit.stderr, 'data');
  fit.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
  expect(said).toContain('Interrupted: nothing ');
  expect(existsSync(join(folder, 'parameters.csv'))).toBe(false);
});
