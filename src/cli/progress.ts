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
