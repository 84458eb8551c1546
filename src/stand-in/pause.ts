import { setTimeout } from 'node:timers/promises';

/** Waits this number of milliseconds, or until `signal` is aborted; never throws. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch {
    // Aborted: there is nothing left to wait for.
  }
}
