import { setImmediate as others } from 'node:timers/promises';
import type { ServiceSessionStore } from '../../../store/service/service-session-store.ts';
import { type Counted, costlyCounts } from '../../costly-counts.ts';

/** The number of times each item was asked, by its id, and the number of sessions of the bank that have asked an item. */
export interface Exposure {
  readonly sessions: number;
  readonly asked: ReadonlyMap<string, number>;
}

/** Sessions counted before other work gets its turn: about 10 ms. */
const AT_ONCE = 100;
/** In ms of work: cheaper counts are made again each time. */
const CHEAP = 20;

/**
 * Counts how often items were asked, a few sessions at a time so that other requests do not wait long. Expensive counts are
 * reused for a while: those of a bank with half a million answers are up to 25 s old.
 * @param clock in ms
 */
export function exposureCounts(
  store: Pick<ServiceSessionStore, 'exposure'>,
  clock = () => performance.now(),
): (bank: string) => Promise<Exposure> {
  const count = async (bank: string): Promise<Counted<Exposure>> => {
    let [sessions, took] = [0, 0];
    const asked = new Map<string, number>();
    for (let after: number | null = 0; after !== null; ) {
      const begun = clock();
      const page = await store.exposure(bank, after, AT_ONCE);
      sessions += page.sessions;
      for (const [item, times] of page.asked) asked.set(item, (asked.get(item) ?? 0) + times);
      took += clock() - begun;
      after = page.next;
      if (after !== null) await others();
    }
    return { count: { sessions, asked }, took };
  };
  return costlyCounts(count, CHEAP, clock);
}
