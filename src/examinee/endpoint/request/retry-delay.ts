import type { RandomStream } from '../../../random.ts';

const FIRST = 1000;
const LONGEST = 60_000;

/**
 * Milliseconds before request `attempt` + 1: uniform between 0 and 1, 2, 4, … 60 seconds ("full jitter"), so that
 * requests that failed together do not come back together. Where the endpoint asked for a wait, that wait and up to a
 * second more.
 *
 * @param attempt requests so far, from 1
 * @param asked milliseconds, or null
 * @see Brooker (2015), Exponential backoff and jitter
 */
export function retryDelay(attempt: number, asked: number | null, random: RandomStream): number {
  if (asked !== null) return asked + random() * FIRST;
  return random() * Math.min(LONGEST, FIRST * 2 ** (attempt - 1));
}
