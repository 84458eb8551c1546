import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPostgres } from '../../store/location.ts';
import { traceEnvironment } from '../../tracing/span.ts';
import { type JobEnd, type JobProgress, type RunningJob, silentEnd } from './job-end.ts';
import type { OperationCall, OperationEnd } from './perform-operation.ts';

/** What the process of an operation says. */
export type OperationMessage = OperationEnd | { readonly progress: JobProgress };

export interface OperationPlace {
  /** The folder that paths of its options begin in, so that messages name files as their senders do. */
  readonly folder: string;
  /** Of thetarank. */
  readonly version: string;
  readonly onProgress: (progress: JobProgress) => void;
}

/** Lower priority than sessions: a job of minutes can wait for milliseconds. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

const PROCESS = 'operation-process.ts';
/** The published package has it compiled. */
const besideThis = (file: string) =>
  import.meta.url.endsWith('.ts') ? file : file.replace(/ts$/, 'js');

/** Does an operation in a process of its own, which can be killed and ends with this one. */
export function runOperation(
  { database, ...call }: OperationCall,
  { folder, version, onProgress }: OperationPlace,
): RunningJob {
  const child = fork(fileURLToPath(new URL(besideThis(PROCESS), import.meta.url)), {
    cwd: folder,
    // What it prints is no message to anybody.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: { ...process.env, ...traceEnvironment() },
  });
  let end: OperationEnd | null = null;
  child.on('message', (message: OperationMessage) => {
    if ('progress' in message) onProgress(message.progress);
    else end = message;
  });
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, PRIORITY);
    } catch {
      // It has ended already, or the system does not allow it.
    }
  const location = isPostgres(database) ? database : resolve(database);
  child.send({ ...call, database: location, version }, () => {
    // A process that could not be started tells of it by its end.
  });
  const ended = new Promise<JobEnd>((resolve) => {
    child.once('error', ({ message }) => {
      const detail = `The operation could not be started: ${message}.`;
      resolve({ error: { code: 'JOB_FAILED', detail }, result: null, signal: null });
    });
    // Once all that it said has arrived.
    child.once('close', (code, signal) => {
      const ended = end ?? { error: silentEnd(code, signal), result: null };
      resolve({ ...ended, signal });
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
