import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { LAUNCHER, ROOT, run } from './run.ts';

/** A Node that is too old, from PATH; undefined where there is none. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => folder !== '' && !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((node) => existsSync(node) && isTooOld(node));

function isTooOld(node: string): boolean {
  const { stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  const [major, minor] = (stdout ?? '').split('.').map(Number);
  return major < 24 || (major === 24 && minor < 15);
}

function launch(context: TestContext, launcher: string, ...args: string[]) {
  if (oldNode === undefined) return context.skip('no Node older than 24.15 in PATH');
  return run(oldNode, [launcher, ...args]);
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the launcher and a program, TypeScript as in a checkout or JavaScript as in the package. */
function folderWith(program: 'src/cli/main.ts' | 'dist/src/cli/main.js', text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-old-node-'));
  folders.push(folder);
  mkdirSync(join(folder, program, '..'), { recursive: true });
  writeFileSync(join(folder, program), text);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  cpSync(LAUNCHER, join(folder, 'bin/thetarank.js'));
  return folder;
}

const ONE_LINE = /^thetarank needs Node 24\.15 or newer; this is v\d+\.\d+\.\d+\./;

describe('an old Node', () => {
  test('in the package: one line and exit code 2', (context) => {
    const folder = folderWith('dist/src/cli/main.js', 'console.log("ran")');
    const { status, stdout, stderr } = launch(context, join(folder, 'bin/thetarank.js'), 'rank');
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr.trim()).not.toContain('\n');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('in a checkout before npm ci: the line says what to run', (context) => {
    const folder = folderWith('src/cli/main.ts', 'console.log("ran")');
    const { status, stdout, stderr } = launch(context, join(folder, 'bin/thetarank.js'));
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain('Run npm ci');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('in a checkout: starts the pinned Node with the same arguments, and ends as it ends', (context) => {
    const folder = folderWith(
      'src/cli/main.ts',
      'console.log(process.version as string, ...process.argv.slice(2)); process.exitCode = 7;',
    );
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const ran = launch(context, join(folder, 'bin/thetarank.js'), 'rank', '--items', 'a b');
    expect(ran).toEqual({ status: 7, stdout: `${process.version} rank --items a b\n`, stderr: '' });
  });

  test('in this checkout: the commands run', (context) => {
    const { status, stdout, stderr } = launch(context, LAUNCHER, '--help');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Usage: thetarank/);
    expect(status).toBe(0);
  });
});

test('a checkout before npm ci on a new Node: one line and exit code 2', () => {
  const folder = folderWith('src/cli/main.ts', "import 'commander';");
  expect(run(process.execPath, [join(folder, 'bin/thetarank.js')])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'thetarank: this checkout has no node_modules yet. Run npm ci.\n',
  });
});

describe('the pinned Node that it starts', () => {
  /** A stand-in by the old Node: its launcher, and the address it printed. */
  async function started(context: TestContext): Promise<{ launcher: ChildProcess; url: string }> {
    if (oldNode === undefined) return context.skip('no Node older than 24.15 in PATH');
    const args = ['stand-in', '--letter-models', 'any', '--port', '0', '--json'];
    const launcher = spawn(oldNode, [LAUNCHER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(launcher.stdout!, 'data');
    return { launcher, url: (JSON.parse(String(line)) as { url: string }).url };
  }

  async function answers(url: string): Promise<boolean> {
    return fetch(`${url}/models`).then(
      () => true,
      () => false,
    );
  }

  test('ends with a launcher that is killed', async (context) => {
    const { launcher, url } = await started(context);
    expect(await answers(url)).toBe(true);
    launcher.kill('SIGKILL');
    await expect.poll(() => answers(url)).toBe(false);
  });

  test('is told of an interrupt, and its exit code is the launcher’s', async (context) => {
    const { launcher, url } = await started(context);
    launcher.kill('SIGINT');
    const [status] = await once(launcher, 'exit');
    expect(status).toBe(0);
    expect(await answers(url)).toBe(false);
  });
});
