import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';
import { LAUNCHER, ROOT, run } from './run.ts';

/** In a process of its own, by the launcher. */
const launched = (...args: string[]) => run(process.execPath, [LAUNCHER, ...args]);
const thetarank = (...args: string[]) => runCommandSync(args);

const COMMANDS = [
  ...[
    'rank',
    'order',
    'place',
    'calibrate',
    'score',
    'form',
    'bank',
    'prompt',
    'extract',
    'grade',
    'simulate',
  ],
  ...['stand-in', 'runs'],
];

test('without arguments: what to do first, in about ten lines', () => {
  const { status, stdout, stderr } = launched();
  expect(stderr).toBe('');
  expect(stdout.match(/^ {2}thetarank (\w+)/gm)).toEqual([
    '  thetarank rank',
    '  thetarank bank',
    '  thetarank rank',
    '  thetarank rank',
    '  thetarank simulate',
    '  thetarank serve',
  ]);
  expect(stdout).toMatch(/--model NAME@URL .*your own model/);
  expect(stdout).toContain('All commands: thetarank --help; one command: thetarank rank --help');
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
  expect(status).toBe(0);
});

test('hints, help and errors name commands as this user has to type them', () => {
  const env = { npm_command: 'exec' };
  const npx = (...args: string[]) => runCommandSync(args, { env });
  expect(npx().stdout).toMatch(
    /^ {2}npx thetarank rank --bank mmlu-pro .*\n {2}npx thetarank bank /m,
  );
  expect(npx('rank', '--help').stdout).toMatch(/^ {2}npx thetarank rank --bank mmlu-pro$/m);
  expect(npx('rank', '--margin', '2').stderr).toBe(
    'error: --margin: not an option of this command. Use npx thetarank order --bank mmlu-pro --margin 2.\n',
  );
  expect(npx('rank', '--bnak').stderr).toMatch(/All options: npx thetarank rank --help\n$/);
  const next = npx('bank', 'list').stdout;
  expect(next).toContain(
    'Next: npx thetarank bank import FILE --name NAME, or npx thetarank bank show',
  );
  expect(next.replaceAll('npx thetarank', '')).not.toContain('thetarank bank');
});

test('--help lists every command', () => {
  const { status, stdout, stderr } = launched('--help');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
});

test.each(COMMANDS)('%s --help', (command) => {
  const { status, stdout, stderr } = thetarank(command, '--help');
  expect(stderr).toBe('');
  expect(stdout).toContain(`Usage: thetarank ${command}`);
  expect(status).toBe(0);
});

test('--version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(launched('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

describe('a mistake is one clear message on standard error and exit code 2', () => {
  test('a mistyped command', () => {
    const { status, stdout, stderr } = thetarank('rnak');
    expect(stderr).toBe(
      "error: unknown command 'rnak'. Did you mean rank? All commands: thetarank --help\n",
    );
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('a command of a group without the group', () => {
    const { status, stderr } = thetarank('post-hoc');
    expect(stderr).toBe(
      "error: unknown command 'post-hoc'. Did you mean thetarank simulate post-hoc? All commands: thetarank --help\n",
    );
    expect(thetarank('bank', 'shwo').stderr).toContain('Did you mean show?');
    expect(thetarank('xyzzy').stderr).toBe(
      "error: unknown command 'xyzzy'. All commands: thetarank --help\n",
    );
    expect(status).toBe(2);
  });

  test('a mistyped option', () => {
    const { status, stdout, stderr } = launched('rank', '--bnak', 'mmlu-pro');
    expect(stderr).toBe(
      "error: unknown option '--bnak'. Did you mean --bank? All options: thetarank rank --help\n",
    );
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('an option unlike all others, of a command in a group', () => {
    const { status, stderr } = thetarank('simulate', 'post-hoc', '--wordy', '1');
    expect(stderr).toBe(
      "error: unknown option '--wordy'. All options: thetarank simulate post-hoc --help\n",
    );
    expect(status).toBe(2);
  });

  test('a mistyped strategy, unlike all others', () => {
    const { stderr } = thetarank('rank', '--bank', 'cruxeval-o', '--strategy', 'nearest-b');
    expect(stderr).toBe(
      'error: unknown strategy "nearest-b". Known names: robust, graded, paper.\n',
    );
  });

  test('a mistyped bank', () => {
    const { status, stdout, stderr } = thetarank('rank', '--bank', 'mmlu_pro');
    expect(stderr).toBe('error: unknown bank "mmlu_pro". Did you mean mmlu-pro?\n');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('a file that is not there', () => {
    const { status, stderr } = thetarank('rank', '--responses', 'nowhere.csv');
    expect(stderr).toBe('error: nowhere.csv: no such file. Check the path.\n');
    expect(status).toBe(2);
  });
});

test('a reader that closes early (head, a pager) gets no message, and the exit code of a closed pipe', async () => {
  const child = spawn(process.execPath, [LAUNCHER, '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [status] = await once(child, 'close');
  expect(stderr).toBe('');
  expect(status).toBe(141);
});
