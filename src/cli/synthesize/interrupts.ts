import type { Interrupts } from '../live/interrupts.ts';

/** Interrupts closer than this, in milliseconds, are one: from the terminal, and handed on by a launcher. */
const SAME_MS = 300;

/** The first interrupt ends asking, the second one what is in flight. */
export function synthesisInterrupts(): Interrupts {
  const stop = new AbortController();
  const abort = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (process.connected && stop.signal.aborted && performance.now() - first < SAME_MS) return;
    if (stop.signal.aborted) return abort.abort();
    first = performance.now();
    stop.abort();
    console.error(
      'Stopping: what is in flight is still kept; interrupt again not to wait for it. --resume goes on.',
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
