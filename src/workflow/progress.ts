/** Where a long computation reports how far it is: `done` of `total` units, and what it is doing. */
export interface Progress {
  /** @param bound what is known of the total (default: `exact`) */
  start(total: number, doing: string, bound?: TotalBound): void;
  /** Corrects the total when it becomes known. */
  expect(total: number, bound: TotalBound): void;
  /** @param wasKept the step was done before: it tells nothing of the time that the others take */
  advance(doing?: string, wasKept?: boolean): void;
  stop(): void;
}

/** Whether a total is exact, the most that it can be, or an estimate. */
export type TotalBound = 'exact' | 'most' | 'about';

/** Where a fit reports how near it is to its limit. */
export interface ConvergenceProgress {
  round(
    round: { iteration: number; change: number; logPosterior: number | null },
    tolerance: number,
    maxIterations: number,
  ): void;
  /** Says what is being done where that is no round of the fit. */
  note(doing: string): void;
  stop(): void;
}

/** Reports nothing. */
export const NO_PROGRESS: Progress = { start() {}, expect() {}, advance() {}, stop() {} };

/** The same of a fit. */
export const NO_CONVERGENCE: ConvergenceProgress = { round() {}, note() {}, stop() {} };
