import { SingleBar } from 'cli-progress';

/** Where a long computation reports how far it is: `done` of `total` units, and what it is doing. */
export interface Progress {
  start(total: number, doing: string): void;
  advance(doing?: string): void;
  stop(): void;
}

/** No progress at all: for callers that print nothing. */
export const SILENT: Progress = { start() {}, advance() {}, stop() {} };

/** A bar with the time left on standard error; where that is no terminal, a line every few seconds. */
export function progressBar(): Progress {
  let bar: SingleBar | undefined;
  let now = '';
  return {
    start(total, doing) {
      now = doing;
      bar = new SingleBar({
        format: '{bar} {percentage}%  {value}/{total}  {eta_formatted} left  {doing}',
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
        noTTYOutput: true,
        notTTYSchedule: 5000,
        etaBuffer: 20,
      });
      bar.start(total, 0, { doing });
    },
    advance(doing = now) {
      now = doing;
      bar?.increment(1, { doing });
    },
    stop() {
      bar?.stop();
      bar = undefined;
    },
  };
}

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

/**
 * A line on standard error that is written again each round: round, log-posterior, largest change, time left at the
 * pace by which the logarithm of the change has been falling. Where that is no terminal, one every few seconds.
 */
export function convergenceProgress(
  now: () => number = () => performance.now(),
): ConvergenceProgress {
  const isTerminal = process.stderr.isTTY;
  const started = now();
  let shown = started;
  let first: { at: number; log: number } | null = null;
  const show = (line: string, always: boolean) => {
    const wait = isTerminal ? 100 : 5000;
    if (!always && now() - shown < wait) return;
    shown = now();
    process.stderr.write(isTerminal ? `\r\x1b[2K${line}` : `${line}\n`);
  };
  return {
    round({ iteration, change, logPosterior }, tolerance, maxIterations) {
      const log = Math.log(change);
      if (first === null && Number.isFinite(log)) first = { at: now(), log };
      let left = '';
      if (first !== null && log < first.log) {
        const pace = (now() - first.at) / (first.log - log);
        const seconds = (pace * Math.max(0, log - Math.log(tolerance))) / 1000;
        left = `, about ${Math.ceil(seconds)} s left`;
      }
      const posterior = logPosterior === null ? '' : `, log-posterior ${logPosterior.toFixed(2)}`;
      show(
        `round ${iteration} of at most ${maxIterations}${posterior}, change ${change.toExponential(1)}${left}`,
        false,
      );
    },
    note: (doing) => show(doing, false),
    stop() {
      if (isTerminal) process.stderr.write('\r\x1b[2K');
    },
  };
}
