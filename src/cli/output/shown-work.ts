import { INTERRUPTED } from '../../operations/exit-codes.ts';
import { endProcess } from '../../tracing/end-process.ts';

/** Prints on standard output while a bar is shown, which comes back on the line below. */
export function printOverBar(line: string): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
  console.log(line);
}

/**
 * Does work on threads that an interrupt ends, and with it the process.
 * @param stop gives the line of the terminal back, after the work or the interrupt
 * @param words what is said after an interrupt; null where the work ends itself
 */
export async function endedWork<T>(
  work: () => Promise<T>,
  stop: () => void,
  words: string | (() => string | null),
): Promise<T> {
  const end = () => {
    const said = typeof words === 'string' ? words : words();
    if (said === null) return;
    stop();
    process.stderr.write(`${said}\n`);
    endProcess(INTERRUPTED);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    return await work();
  } finally {
    stop();
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
