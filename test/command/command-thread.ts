import { type MessagePort, workerData } from 'node:worker_threads';
import { CommanderError } from 'commander';
import { main } from '../../src/cli/program.ts';
import { ThetarankError } from '../../src/errors.ts';
import type { Ran } from './ran.ts';
import { taking } from './taking.ts';

/** What a thread is started with. */
export interface ThreadStart {
  readonly port: MessagePort;
  /** One cell: 1 when the answer to the last job has been sent. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

export interface ThreadAnswer {
  readonly ran: Ran;
  /** Whether the command called process.exit, which ends the thread. */
  readonly isOver: boolean;
}

export interface CommandJob {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

// One command after another, each with outputs, exit code and environment of its own: a thread has all four for itself.
const { port, done } = workerData as ThreadStart;
let stdout = '';
let stderr = '';
let error: Ran['error'];

process.stdout.write = taking((written) => {
  stdout += written;
});
process.stderr.write = taking((written) => {
  stderr += written;
});

function answer(status: number, isOver: boolean): void {
  const ran = { status, stdout, stderr, ...(error !== undefined && { error }) };
  port.postMessage({ ran, isOver } satisfies ThreadAnswer);
  stdout = '';
  stderr = '';
  error = undefined;
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}

let isBusy = false;
process.on('exit', (code) => {
  if (isBusy) answer(code, true);
});

port.on('message', async ({ args, env }: CommandJob) => {
  isBusy = true;
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(2, process.argv.length, ...args);
  process.exitCode = undefined;
  const status = await main(process.argv, (thrown) => {
    if (thrown instanceof ThetarankError) error = { code: thrown.code, details: thrown.details };
    else if (thrown instanceof CommanderError) error = { code: thrown.code };
  });
  isBusy = false;
  answer(status, false);
});
