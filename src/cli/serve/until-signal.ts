import { endProcess } from '../../tracing/end-process.ts';

/** Exit codes of a process that a signal ended, as shells have them. */
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Resolves with the first SIGINT or SIGTERM, so that all can be ended in order. With the second one the process ends at
 * once: answers that were acknowledged are in the database.
 * @param last what is done before that
 */
export function untilSignal(last: () => void): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (!isFirst) {
          last();
          endProcess(CODES[signal]);
          return;
        }
        isFirst = false;
        resolve();
      });
  });
}
