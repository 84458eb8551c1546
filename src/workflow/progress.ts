/** Receives the progress of a long computation: `done` of `total` units, and the current step. */
export interface Progress {
  /** @param bound what is known of the total (default: `exact`) */
  start(total: number, doing: string, bound?: TotalBound): void;
  /** Corrects the total when it becomes known. */
  expect(total: number, bound: TotalBound): void;
  /** @param wasKept the step was done before, so it does not count for the time estimate */
  advance(doing?: string, wasKept?: boolean): void;
  stop(): void;
}

/** Whether a total is exact, the most that it can be, or an estimate. */
export type TotalBound = 'exact' | 'most' | 'about';

/** Receives the convergence of a fit. */
export interface ConvergenceProgress {
  round(
    round: { iteration: number; change: number; logPosterior: number | null },
    tolerance: number,
    maxIterations: number,
  ): void;
  /** Names the current step if it is not a round of the fit. */
  note(doing: string): void;
  stop(): void;
}

/** Reports nothing. */
export const NO_PROGRESS: Progress = { start() {}, expect() {}, advance() {}, stop() {} };

/** The same of a fit. */
export const NO_CONVERGENCE: ConvergenceProgress = { round() {}, note() {}, stop() {} };

/** The time left is not estimated before this share is done: the first steps say little of the others. */
const LEAST_DONE = 0.05;

/** Seconds left at the pace so far; null while there is too little to tell it from. */
export function secondsLeft(done: number, total: number, elapsed: number): number | null {
  if (done === 0 || done < LEAST_DONE * total) return null;
  return Math.ceil((elapsed * (total - done)) / done / 1000);
}
