import { setTimeout as delay } from 'node:timers/promises';
import { isCut } from '../access/store-failure.ts';

/** The wait before the second attempt, in ms; each further one is twice as long. */
export const FIRST_WAIT = 50;
/** The longest wait, in ms: a server that is back is found soon. */
export const LONGEST_WAIT = 5_000;

/**
 * Retries work after a lost connection, for at most `patience` ms. The lost attempt may have succeeded, so `attempt` must be
 * idempotent; it is told if it is not the first.
 * @throws what `attempt` throws, in the end
 */
export async function throughCuts<T>(
  patience: number,
  attempt: (isRepeat: boolean) => Promise<T>,
): Promise<T> {
  const end = performance.now() + patience;
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await attempt(wait > FIRST_WAIT);
    } catch (error) {
      if (!isCut(error) || performance.now() + wait > end) throw error;
      await delay(wait);
    }
  }
}
