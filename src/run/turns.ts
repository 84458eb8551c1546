import { setImmediate } from 'node:timers/promises';

/**
 * Lets the event loop turn after every `every` calls: signals arrive and timers run then, also where all that is awaited is
 * there at once, as from SQLite or from files. Who calls meanwhile waits for the same turn, and all go on together, so that
 * what they keep shares a commit.
 */
export function turns(every: number): () => Promise<void> {
  let left = every;
  let turning: Promise<void> | null = null;
  return async () => {
    if (turning === null && --left > 0) return;
    turning ??= setImmediate().then(() => {
      turning = null;
      left = every;
    });
    await turning;
  };
}
