import { setTimeout as delay } from 'node:timers/promises';

/** How long probes wait for the database, in ms: those who probe a service give up after some seconds. */
const SOON = 2000;

/** What `work` comes to; `otherwise` if it fails, or takes longer than a probe waits. */
export async function soon<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  const over = new AbortController();
  const late = delay(SOON, otherwise, { signal: over.signal }).catch(() => otherwise);
  try {
    return await Promise.race([work, late]);
  } catch {
    return otherwise;
  } finally {
    over.abort();
  }
}
