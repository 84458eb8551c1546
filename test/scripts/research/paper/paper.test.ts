import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommandSync } from '../../../command/run-command.ts';
import { temporaryFolder } from '../../../files/temporary.ts';

const main = fileURLToPath(new URL('../../../../src/cli/main.ts', import.meta.url));
const folder = temporaryFolder();
const SMALL = ['--items', '1000', '--recorded-seeds', '0', '--lengths', '20,50'];
const words = (...args: string[]) => ['research', 'paper', ...args];

function run(...args: string[]) {
  const result = runCommandSync(words(...args), { cwd: folder });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

const text = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const blocks = (out: string) =>
  existsSync(join(folder, out, 'blocks'))
    ? readdirSync(join(folder, out, 'blocks')).filter((name) => name.endsWith('.json'))
    : [];
const SAME = [
  'report.html',
  'results.json',
  'digest.json',
  'results.csv',
  'figure-11.csv',
  'tests.csv',
  'by-length.svg',
  'figure-11.svg',
];

test('killed with SIGKILL and resumed, on other workers, it ends as if it had not been', async () => {
  const whole = run(...SMALL, '--seeds', '2', '--workers', '1', '--out', 'whole');
  expect(whole.code, whole.err).toBe(0);
  expect(whole.out).toContain('Figure 11: regular scores (whole bank) and rapid ones (243 items)');
  expect(whole.out.indexOf('Figure 11')).toBeLessThan(whole.out.indexOf('All 11 models by number'));
  expect(whole.out).toContain('Next: open whole');
  expect(whole.err).toContain('100% (2 of 2): seed 2, published method');
  const child = spawn(
    process.execPath,
    [main, ...words(...SMALL, '--seeds', '2', '--workers', '2', '--out', 'killed')],
    { cwd: folder, stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  while (blocks('killed').length < 1 && child.exitCode === null) await wait(5);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  expect(blocks('killed').length).toBeLessThan(2);

  const resumed = run(...SMALL, '--seeds', '2', '--workers', '2', '--out', 'killed', '--resume');
  expect(resumed.code, resumed.err).toBe(0);
  for (const name of SAME) expect(text('killed', name), name).toBe(text('whole', name));
});

test('what cannot be done is said before anything is simulated', () => {
  const said = (...args: string[]) => {
    const { code, err } = run(...args);
    expect(code).not.toBe(0);
    return err;
  };
  expect(said('--resume')).toContain('name the folder of the study with --out');
  expect(said('--seeds', '2', '--recorded-seeds', '3')).toContain('3 recorded seeds of 2 seeds');
  expect(said('--items', '1000', '--lengths', '2000')).toContain('2000');
});
