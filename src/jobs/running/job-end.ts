/** The reported progress of a job. */
export interface JobProgress {
  readonly done: number;
  readonly total: number | null;
  readonly doing: string;
  readonly secondsLeft: number | null;
}

export interface JobError {
  readonly code: string;
  readonly detail: string;
}

/** How a job ended. */
export interface JobEnd {
  readonly error: JobError | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  /** What ended its process from outside, such as SIGKILL for a lack of memory; else null. */
  readonly signal: string | null;
}

/** A job in a process of its own. */
export interface RunningJob {
  /** Resolves, whatever happens to the process. */
  readonly ended: Promise<JobEnd>;
  /** Interrupts it, as Ctrl+C does; after the time of grace it is killed. */
  stop(grace: number): void;
}

/** Exit codes of operations that are not finished, or whose process ended. */
const CODES: Readonly<Record<number, string>> = {
  1: 'DEFECT',
  4: 'BUDGET_SPENT',
  5: 'RESULTS_AWAITED',
  6: 'ANSWERS_MISSING',
  130: 'INTERRUPTED',
};
const UNFINISHED = [4, 5, 6, 130];

/** The error of a process that said nothing of its end. */
export function silentEnd(code: number | null, signal: string | null): JobError | null {
  if (code === 0) return null;
  const ended = signal === null ? `exit code ${code}` : `signal ${signal}`;
  return {
    code: CODES[code ?? 130] ?? 'JOB_FAILED',
    detail: `The process ended with ${ended} and gave no reason.`,
  };
}

/** The error of a job that has a result and is not finished; null if it is. @param reason why, if that is known */
export function unfinishedEnd(code: number, reason: string | null): JobError | null {
  if (reason === null && !UNFINISHED.includes(code)) return null;
  return {
    code: CODES[code] ?? 'JOB_FAILED',
    detail: reason ?? 'It was interrupted. What it has is kept; the same job goes on from there.',
  };
}
