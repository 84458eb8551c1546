import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../checkout.ts';

/** A running command, and its output after the end; the status is null if a signal ended it. */
export interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<{
    readonly status: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

/** Starts thetarank in a separate process, without the user's settings. */
export function startCommand(args: readonly string[]): StartedCommand {
  const { THETARANK_DATABASE: _, THETARANK_DEBUG: __, ...own } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'bin/thetarank.js'), ...args], {
    env: { ...own, CI: 'true' },
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
  return { child, ended: once(child, 'close').then(([status]) => ({ status, stdout, stderr })) };
}
