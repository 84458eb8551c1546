import { once } from 'node:events';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import type { CommandJob, ThreadAnswer, ThreadStart } from './command-thread.ts';
import type { Ran } from './ran.ts';

/**
 * Commands of thetarank on threads of the test's own process. The program is loaded and compiled once for many commands, where
 * a process for each takes most of a second to begin. Arguments, environment, outputs and exit code are those of a process;
 * signals, pipes that close and what is left open at the end are not, and need one.
 */
interface CommandThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly done: Int32Array<SharedArrayBuffer>;
}

/** Threads that wait for the next command, of this file or of another one on the same worker. */
const idle: CommandThread[] = [];
/** More are ended rather than kept: each holds the program and what it compiled. */
const KEPT = 4;
const LONGEST_MS = 600_000;

function takeThread(): CommandThread {
  const kept = idle.pop();
  if (kept !== undefined) return kept;
  const { port1: port, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./command-thread.ts', import.meta.url), {
    workerData: { port: port2, done } satisfies ThreadStart,
    transferList: [port2],
  });
  worker.unref();
  return { worker, port, done };
}

/** What a command came to; its thread goes on to the next one. */
function taken(thread: CommandThread, { ran, isOver }: ThreadAnswer): Ran {
  thread.port.unref();
  if (idle.length < KEPT && !isOver) idle.push(thread);
  else void thread.worker.terminate();
  return ran;
}

/** As `runCommandSync`, for what must succeed; gives its standard output. */
export function succeedSync(args: readonly string[], options: CommandOptions = {}): string {
  const { status, stdout, stderr } = runCommandSync(args, options);
  if (status !== 0)
    throw new Error(`thetarank ${args.join(' ')}: exit ${status}\n${stdout}${stderr}`);
  return stdout;
}

function begin(
  { port, done }: CommandThread,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): void {
  const { THETARANK_DATABASE: _, THETARANK_DEBUG: __, ...own } = process.env;
  Atomics.store(done, 0, 0);
  const merged = { ...own, CI: 'true', ...env } as Record<string, string>;
  port.postMessage({ args, env: merged } satisfies CommandJob);
}

interface CommandOptions {
  readonly cwd?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command to its end, while this thread goes on: it may be the server that the command asks. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const thread = takeThread();
  thread.port.ref();
  const over = new AbortController();
  const answered = once(thread.port, 'message', over);
  const failed = once(thread.worker, 'error', over).then(([error]) => Promise.reject(error));
  // The one that is waited for no longer is aborted.
  for (const one of [answered, failed]) one.catch(() => {});
  begin(thread, args, env);
  try {
    const [answer] = await Promise.race([answered, failed]);
    return taken(thread, answer);
  } finally {
    over.abort();
  }
}

/**
 * Runs a command to its end, with `cwd` as its folder; this thread waits.
 * @throws Error where the command takes longer than ten minutes
 */
export function runCommandSync(
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: CommandOptions = {},
): Ran {
  const thread = takeThread();
  const before = process.cwd();
  // The folder is one of the whole process, whose other threads have nothing to do meanwhile.
  if (cwd !== before) process.chdir(cwd);
  try {
    begin(thread, args, env);
    if (Atomics.wait(thread.done, 0, 0, LONGEST_MS) === 'timed-out') {
      void thread.worker.terminate();
      throw new Error(`thetarank ${args.join(' ')}: no end after ${LONGEST_MS / 60_000} minutes`);
    }
  } finally {
    if (cwd !== before) process.chdir(before);
  }
  return taken(thread, receiveMessageOnPort(thread.port)!.message);
}
