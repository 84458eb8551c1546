import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Ran } from '../../command/ran.ts';
import { runCommand } from '../../command/run-command.ts';
import { LAUNCHER } from '../run.ts';

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Starts thetarank, or another `program`, in a process of its own, to be killed, interrupted or cut off, without the settings of whoever runs the tests. `env` adds to the environment. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program: readonly string[] = [LAUNCHER],
): Running {
  const { THETARANK_DATABASE: _, THETARANK_DEBUG: __, ...own } = process.env;
  const child = spawn(process.execPath, [...program, ...args], {
    env: { ...own, CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([status]) => ({ status, stdout, stderr }));
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}

/** Runs thetarank to its end, while this thread goes on serving. */
export const thetarank = runCommand;

/** As `thetarank`, for what must succeed; gives its standard output. */
export async function succeed(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await thetarank(args);
  if (status !== 0) throw new Error(`thetarank ${args.join(' ')}: exit ${status}\n${stderr}`);
  return stdout;
}
