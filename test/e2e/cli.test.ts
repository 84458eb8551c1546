import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCommandSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { IS_ALL } from '../repetitions.ts';
import { LAUNCHER, ROOT, run } from './run.ts';

const env = { THETARANK_DATABASE: join(temporaryFolder(), 'store.db') };
const thetarank = (...args: string[]) => runCommandSync(args, { env });

test('without arguments: the first commands, in about ten lines', () => {
  const { status, stdout, stderr } = thetarank();
  expect([status, stderr]).toEqual([0, '']);
  const named = [...stdout.matchAll(/^ {2}thetarank (\w+)/gm)].map(([, name]) => name);
  expect(named).toEqual(['rank', 'bank', 'rank', 'rank', 'simulate', 'serve']);
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
});

test('hints, help and errors name commands as this user has to type them', () => {
  const npx = (...args: string[]) => {
    const { stdout, stderr } = runCommandSync(args, { env: { ...env, npm_command: 'exec' } });
    return stdout + stderr;
  };
  for (const args of [[], ['rank', '--help'], ['rank', '--bnak'], ['bank', 'list']]) {
    const said = npx(...args);
    expect(said).toContain('npx thetarank ');
    expect(said.replaceAll('npx thetarank', '')).not.toMatch(/thetarank (?:rank|bank)\b/);
  }
});

test('--help lists every command', () => {
  const { status, stdout, stderr } = thetarank('--help');
  expect([status, stderr]).toEqual([0, '']);
  for (const name of Object.keys(COMMANDS))
    expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
});

test('the launcher: --version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const launched = run(process.execPath, [LAUNCHER, '--version']);
  expect(launched).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test.each([
  ['a mistyped command', ['rnak'], 'rank'],
  ['a command of a group without the group', ['post-hoc'], 'thetarank simulate post-hoc'],
  ['a mistyped command of a group', ['bank', 'shwo'], 'show'],
  ['a command unlike all others', ['xyzzy'], null],
  ['a mistyped option', ['rank', '--bnak', 'mmlu-pro'], '--bank'],
  ['an option unlike all others', ['simulate', 'post-hoc', '--wordy', '1'], null],
  ['a mistyped bank', ['rank', '--bank', 'mmlu_pro'], 'mmlu-pro'],
  ['a file that is not there', ['rank', '--responses', 'nowhere.csv'], null],
])('%s is one line on standard error, exit code 2, and what was meant', (_, args, meant) => {
  const { status, stdout, stderr } = thetarank(...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^error: .*\n$/);
  expect(/Did you mean ([^?]+)\?/.exec(stderr)?.[1] ?? null).toBe(meant);
});

test('a mistyped strategy is one line on standard error, exit code 2, and all that there are', () => {
  const { status, stdout, stderr } = thetarank(
    'rank',
    '--bank',
    'cruxeval-o',
    '--strategy',
    'papre',
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^error: --strategy: .*"papre"; accepted: .*\bpaper\b.*\n$/);
});

test.runIf(IS_ALL)(
  'a reader that closes early (head, a pager) gets no message, and the exit code of a closed pipe',
  async () => {
    const child = spawn(process.execPath, [LAUNCHER, '--help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [status] = await once(child, 'close');
    expect([status, stderr]).toEqual([141, '']);
  },
);
