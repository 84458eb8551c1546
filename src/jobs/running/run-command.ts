import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { traceEnvironment } from '../../tracing/span.ts';
import {
  endError,
  errorReader,
  type JobError,
  type JobProgress,
  resultReader,
} from './child-output.ts';

/** How a command ended. */
export interface CommandEnd {
  readonly error: JobError | null;
  readonly result: Record<string, unknown> | null;
  /** What ended its process from outside, such as SIGKILL for a lack of memory; else null. */
  readonly signal: string | null;
}

/** A command of thetarank in a process of its own. */
export interface RunningCommand {
  /** Resolves, whatever happens to the process. */
  readonly ended: Promise<CommandEnd>;
  /** Interrupts it, as Ctrl+C does; after the time of grace it is killed. */
  stop(grace: number): void;
}

export interface CommandOptions {
  /** The database, passed in the environment because other users can read the arguments of a process. */
  readonly database: string;
  readonly onProgress: (progress: JobProgress) => void;
}

/** Lower priority than sessions: a job of minutes can wait for milliseconds. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Starts a command of this installation, without a shell. The command ends with this process in every case, because the
 * launcher watches the channel between them.
 */
export function runCommand(
  args: readonly string[],
  { database, onProgress }: CommandOptions,
): RunningCommand {
  const root = import.meta.resolve('thetarank/package.json');
  const launcher = fileURLToPath(new URL('bin/thetarank.js', root));
  const child = spawn(process.execPath, [launcher, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...traceEnvironment(),
      THETARANK_PROGRESS: 'json',
      THETARANK_DATABASE: database,
    },
  });
  const errors = errorReader(onProgress);
  const printed = resultReader();
  child.stdout!.setEncoding('utf8').on('data', printed.write);
  child.stderr!.setEncoding('utf8').on('data', errors.write);
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, PRIORITY);
    } catch {
      // It has ended already, or the system does not allow it.
    }
  const ended = new Promise<CommandEnd>((resolve) => {
    child.once('error', ({ message }) => {
      const detail = `The command could not be started: ${message}.`;
      resolve({ error: { code: 'JOB_FAILED', detail }, result: null, signal: null });
    });
    child.once('close', (code, signal) => {
      resolve({ error: endError(code, signal, errors.error()), result: printed.result(), signal });
    });
  });
  return {
    ended,
    stop(grace) {
      child.kill('SIGINT');
      const killer = setTimeout(() => child.kill('SIGKILL'), grace);
      void ended.then(() => clearTimeout(killer));
    },
  };
}
