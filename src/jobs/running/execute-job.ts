import { existsSync } from 'node:fs';
import type { ThetarankError } from '../../errors.ts';
import type { JobProgress } from './child-output.ts';
import { inFields } from './in-fields.ts';
import type { FetchedFiles, JobFiles } from './job-files.ts';
import { continued, type KeptTask } from './job-task.ts';
import { keptResult } from './kept-result.ts';
import { type CommandEnd, type RunningCommand, runCommand } from './run-command.ts';
import { withoutPaths } from './without-paths.ts';

/** Where jobs run. */
export interface JobPlace {
  /** The database, in the form given to commands. */
  readonly database: string;
  /** The database as it is shown. */
  readonly location: string;
  readonly files: JobFiles;
}

/** A job to run. */
export interface JobToRun {
  readonly kind: string;
  readonly task: KeptTask;
  /** Whether it ran before, and was interrupted. */
  readonly isAgain: boolean;
}

export interface ExecutionWatch {
  onProgress(progress: JobProgress): void;
  /** The files of a job could not be fetched or kept: the reason may name places that are internal. */
  onFilesFailed(code: string | undefined, reason: string): void;
}

/** A job whose command runs, or soon will. */
export interface Execution {
  /** What came of it, in words that its starter may read. */
  readonly ended: Promise<CommandEnd>;
  /** Interrupts the command, as Ctrl+C does; after `grace` ms it is killed. */
  stop(grace: number): void;
}

/** Of a job that was stopped before its command began. */
const NOT_BEGUN: CommandEnd = {
  error: { code: 'JOB_FAILED', detail: '' },
  result: null,
  signal: null,
};
const NOT_FETCHED =
  'The uploaded file could not be read. Upload it again; the reason is in the log of the service.';

/** Fetches the files of a job and runs its command on them. */
export function executeJob(job: JobToRun, place: JobPlace, watch: ExecutionWatch): Execution {
  let command: RunningCommand | null = null;
  let isStopped = false;
  const run = async (): Promise<CommandEnd> => {
    const { kind, task } = job;
    let fetched: FetchedFiles;
    try {
      fetched = await place.files.fetch(task.files);
    } catch (error) {
      const { code, message } = error as Partial<ThetarankError>;
      watch.onFilesFailed(code, String(message));
      return {
        error: { code: code ?? 'JOB_FAILED', detail: NOT_FETCHED },
        result: null,
        signal: null,
      };
    }
    try {
      if (isStopped) return NOT_BEGUN;
      const hasBegun = job.isAgain && (task.begun === null || existsSync(task.begun));
      const args = continued(task, hasBegun).args.map((arg) => fetched.paths.get(arg) ?? arg);
      command = runCommand(args, { database: place.database, onProgress: watch.onProgress });
      const files = task.files.map((file) => fetched.paths.get(file) ?? file);
      return told(await command.ended, { kind, args, files }, place);
    } finally {
      await fetched.remove();
    }
  };
  return {
    ended: run(),
    stop(grace) {
      isStopped = true;
      command?.stop(grace);
    },
  };
}

function told(
  { error, result, signal }: CommandEnd,
  { kind, args, files }: { kind: string; args: readonly string[]; files: readonly string[] },
  { database, location }: JobPlace,
): CommandEnd {
  const kept = {
    error: error && { ...error, detail: inFields(kind, error.detail) },
    result: keptResult(kind, result),
  };
  return { ...withoutPaths(kept, { args, files, databases: [database, location] }), signal };
}
