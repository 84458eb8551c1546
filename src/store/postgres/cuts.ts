import { setTimeout as delay } from 'node:timers/promises';
import { isCut } from '../access/store-failure.ts';

/** The wait before the second attempt, in ms; each further one is twice as long. */
const FIRST_WAIT = 50;
/** The longest wait, in ms: a server that is back is found soon. */
const LONGEST_WAIT = 5_000;

/**
 * Repeats what a lost connection keeps from happening, for `patience` ms at most. What was cut may have happened:
 * `attempt` must be the same done twice, and is told when it is not the first one.
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
