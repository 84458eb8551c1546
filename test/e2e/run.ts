import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ran } from '../command/ran.ts';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const LAUNCHER = fileURLToPath(new URL('../../bin/thetarank.js', import.meta.url));

/** Runs a program to its end, with the Node of these tests first in PATH and nothing on standard input. */
export function run(program: string, args: readonly string[], cwd: string = ROOT): Ran {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, PATH, CI: 'true' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}

/** As `run`, for a step that must succeed; gives its standard output. */
export function runOk(program: string, args: readonly string[], cwd: string = ROOT): string {
  const { status, stdout, stderr } = run(program, args, cwd);
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: exit ${status}\n${stdout}${stderr}`);
  return stdout;
}
