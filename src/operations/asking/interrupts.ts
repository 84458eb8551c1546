import type { Interrupts } from '../../workflow/asking/stop-signals.ts';

/** Interrupts closer than this, in milliseconds, are one. */
const SAME_MS = 300;

/**
 * The first interrupt ends asking, the second one what is in flight.
 * @param note says it
 * @param later how to continue, as it is said at the first one
 */
export function interruptsSaid(
  note: (text: string) => void,
  later = 'Continue later with --resume.',
): Interrupts {
  const stop = new AbortController();
  const abort = new AbortController();
  let first = 0;
  const onSignal = () => {
    // One Ctrl+C may arrive twice where a launcher started this: from the terminal, and handed on by it.
    if (process.connected && stop.signal.aborted && performance.now() - first < SAME_MS) return;
    if (stop.signal.aborted) {
      abort.abort();
      return;
    }
    first = performance.now();
    stop.abort();
    note(
      `Stopping: waiting for the answers in flight, which are kept; each may take up to its time limit. Interrupt again to stop at once. ${later}`,
    );
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    stop: stop.signal,
    abort: abort.signal,
    restore() {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    },
  };
}
