import { setImmediate as others } from 'node:timers/promises';
import type { ServiceSessionStore } from '../../../store/service/service-session-store.ts';

/** The number of times each item was asked, by its id, and the number of sessions of the bank that have asked an item. */
export interface Exposure {
  readonly sessions: number;
  readonly asked: ReadonlyMap<string, number>;
}

/** Sessions counted before other work gets its turn: about 10 ms. */
const AT_ONCE = 100;
/** In ms of work: cheaper counts are made again each time. */
const CHEAP = 20;
/** More expensive counts are reused for this many times their cost. */
const SERVES = 50;
/** In ms: older counts are never shown. */
const OLDEST = 600_000;
/** Banks whose counts are kept. */
const BANKS = 100;

interface Counted {
  readonly exposure: Exposure;
  /** In ms: its cost, and its end time. */
  readonly took: number;
  readonly at: number;
}

/**
 * Counts how often items were asked, a few sessions at a time so that other requests do not wait long. Expensive counts are
 * reused for a while: those of a bank with half a million answers are up to 25 s old.
 * @param clock in ms
 */
export function exposureCounts(
  store: Pick<ServiceSessionStore, 'exposure'>,
  clock = () => performance.now(),
): (bank: string) => Promise<Exposure> {
  const known = new Map<string, Counted>();
  const underway = new Map<string, Promise<Counted>>();

  const count = async (bank: string): Promise<Counted> => {
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
    const counted = { exposure: { sessions, asked }, took, at: clock() };
    known.delete(bank);
    known.set(bank, counted);
    if (known.size > BANKS) known.delete(known.keys().next().value as string);
    return counted;
  };
  const counting = (bank: string): Promise<Counted> => {
    const own = underway.get(bank) ?? count(bank).finally(() => underway.delete(bank));
    underway.set(bank, own);
    return own;
  };

  return async (bank) => {
    const last = known.get(bank);
    if (last === undefined || last.took < CHEAP || clock() - last.at > OLDEST)
      return (await counting(bank)).exposure;
    // Meanwhile, readers see the previous counts; after a failure, the next reader tries again.
    if (clock() - last.at > SERVES * last.took) counting(bank).catch(() => {});
    return last.exposure;
  };
}
