import { setTimeout as delay } from 'node:timers/promises';
import { cutSpans } from './span.ts';

/** What is done before an interrupt ends this process. */
const lastActs = new Set<() => Promise<void>>();
/** How long the end waits for it, in ms. */
const PATIENCE = 2_000;

/**
 * Has something done before an interrupt ends this process, such as taking back work that others do for it. It may be cut off.
 * @returns what ends this
 */
export function beforeEnd(act: () => Promise<void>): () => void {
  lastActs.add(act);
  return () => lastActs.delete(act);
}

/** Ends this process at once; or after what is to be done before, and after the last spans have been sent, within some seconds. */
export function endProcess(code: number): void {
  const sent = cutSpans(code);
  if (sent === null && lastActs.size === 0) process.exit(code);
  const acts = [...lastActs].map((act) => act().catch(() => {}));
  const done = Promise.race([Promise.all(acts), delay(PATIENCE)]);
  void Promise.allSettled([sent, done]).then(() => process.exit(code));
}
