import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ThetarankError } from '../../errors.ts';
import { HEAD } from '../../workflow/studies/kept/shown-files.ts';
import type { StudyFiles } from '../../workflow/studies/kept/study-files.ts';
import type { JobEnd, JobProgress, RunningJob } from './job-end.ts';
import type { FetchedFiles, JobFiles } from './job-files.ts';
import type { KeptTask } from './job-task.ts';
import { runOperation } from './run-operation.ts';
import { type LocalStudy, localStudy } from './study-folder.ts';
import { type ToldPaths, withoutPaths } from './without-paths.ts';

/** Where jobs run. */
export interface JobPlace {
  /** The database, in the form given to commands. */
  readonly database: string;
  /** The database as it is shown. */
  readonly location: string;
  readonly files: JobFiles;
  /** Null if studies stay in a folder of this machine. */
  readonly studies: StudyFiles | null;
  /** Of thetarank. */
  readonly version: string;
  /** Does an operation: by default in a process of its own. */
  readonly perform?: typeof runOperation | undefined;
}

/** A job to run. */
export interface JobToRun {
  readonly kind: string;
  readonly task: KeptTask;
}

export interface ExecutionWatch {
  onProgress(progress: JobProgress): void;
  /** The files of a job could not be fetched or kept: the reason may name places that are internal. */
  onFilesFailed(code: string | undefined, reason: string): void;
}

/** A job whose command runs, or soon will. */
export interface Execution {
  /** What came of it, in words that its starter may read. */
  readonly ended: Promise<JobEnd>;
  /** Interrupts the command, as Ctrl+C does; after `grace` ms it is killed. */
  stop(grace: number): void;
  /** Kills the command, and keeps nothing of it: another process may have the job. */
  abandon(): void;
}

/** Of a job that was stopped before its command began. */
const NOT_BEGUN = ended('JOB_FAILED', '');
const NOT_FETCHED =
  'A file of the job could not be read. Upload it again, or start the job again; the reason is in the log of the service.';
const NOT_KEPT =
  'The files of the study could not be kept. Start the job again; the reason is in the log of the service.';

/** Fetches the files of a job, runs its command on them, and keeps the study that it makes. */
export function executeJob(job: JobToRun, place: JobPlace, watch: ExecutionWatch): Execution {
  let running: RunningJob | null = null;
  let isStopped = false;
  let isAbandoned = false;
  const failed = (error: unknown, words: string): JobEnd => {
    const { code, message } = error as Partial<ThetarankError>;
    watch.onFilesFailed(code, String(message));
    return ended(code ?? 'JOB_FAILED', words);
  };
  const run = async (fetched: FetchedFiles): Promise<JobEnd> => {
    const { task } = job;
    const { out } = task.operation.options;
    let study: LocalStudy | null = null;
    try {
      if (typeof out === 'string') study = await localStudy(out, place.studies, fetched.folder);
    } catch (error) {
      return failed(error, NOT_FETCHED);
    }
    if (isStopped) return NOT_BEGUN;
    running = begunOperation(task.operation, study?.folder ?? out, fetched, place, watch);
    const endKeeping = study?.keepOften((error) => failed(error, NOT_KEPT));
    const end = await running.ended;
    await endKeeping?.();
    try {
      if (!isAbandoned) await study?.keep();
    } catch (error) {
      return failed(error, NOT_KEPT);
    }
    const files = task.files.map((file) => fetched.paths.get(file) ?? file);
    return told(end, { options: task.operation.options, files }, place);
  };
  const fetchAndRun = async (): Promise<JobEnd> => {
    let fetched: FetchedFiles;
    try {
      fetched = await place.files.fetch(job.task.files);
    } catch (error) {
      return failed(error, NOT_FETCHED);
    }
    try {
      return await run(fetched);
    } finally {
      await fetched.remove();
    }
  };
  const stop = (grace: number) => {
    isStopped = true;
    running?.stop(grace);
  };
  return {
    ended: fetchAndRun(),
    stop,
    abandon() {
      isAbandoned = true;
      stop(0);
    },
  };
}

/**
 * Files are named in its options as they are among the shared files. Its process finds them and the folder of its study in its own folder, by the
 * names that their senders gave. It goes on with what that folder has.
 */
function begunOperation(
  { name, options }: KeptTask['operation'],
  out: unknown,
  { paths }: FetchedFiles,
  { database, version, perform = runOperation }: JobPlace,
  { onProgress }: ExecutionWatch,
): RunningJob {
  const [first = typeof out === 'string' ? out : undefined] = paths.values();
  const folder = first === undefined ? process.cwd() : dirname(first);
  const local = (value: unknown) => {
    const path = paths.get(String(value));
    return path === undefined ? value : relative(folder, path);
  };
  const own = Object.entries(options).map(([field, value]) => [
    field,
    Array.isArray(value) ? value.map(local) : local(value),
  ]);
  const study =
    typeof out === 'string'
      ? { out: relative(folder, out), resume: existsSync(join(out, HEAD)) }
      : {};
  return perform(
    { operation: name, options: { ...Object.fromEntries(own), ...study }, database },
    { folder, version, onProgress },
  );
}

/** The end of a job whose command did not say how it ended. */
function ended(code: string, detail: string): JobEnd {
  return { error: { code, detail }, result: null, signal: null };
}

function told(
  { signal, ...kept }: JobEnd,
  own: Pick<ToldPaths, 'options' | 'files'>,
  { database, location }: JobPlace,
): JobEnd {
  return { ...withoutPaths(kept, { ...own, databases: [database, location] }), signal };
}
