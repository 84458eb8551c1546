import type { RateStore } from '../../store/instances/rate-store.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import { type TokenBuckets, tokenBuckets } from './token-buckets.ts';

/** How often instances tell each other what they took, in ms. */
const SHARED = 1000;

/** What requests are counted by. */
export interface RequestLimits {
  /** By key. */
  readonly requests: TokenBuckets;
  /** By address. */
  readonly refusals: TokenBuckets;
  close(): Promise<void>;
}

/**
 * Limits of requests. Instances that share a database count on their own first; once per second each tells the database what it
 * took, and gets back what is left of all. So at most the requests of about a second are let through at the others in addition. While the
 * database does not answer, each instance has the limit for itself.
 * @param rates null if no other instance shares the database
 * @param clock in ms, never going back
 */
export function requestLimits(
  settings: Pick<ServiceConfiguration, 'requestsPerMinute' | 'refusalsPerMinute'>,
  rates: RateStore | null,
  clock: () => number = () => performance.now(),
): RequestLimits {
  const { requestsPerMinute, refusalsPerMinute } = settings;
  const requests = tokenBuckets(requestsPerMinute, clock);
  const refusals = tokenBuckets(refusalsPerMinute, clock);
  const kinds = [
    { prefix: 'key ', most: requestsPerMinute, buckets: requests },
    { prefix: 'address ', most: refusalsPerMinute, buckets: refusals },
  ];

  const share = async (own: RateStore) => {
    const taken = kinds.map(({ buckets }) => buckets.drain());
    const uses = kinds.flatMap(({ prefix, most }, k) =>
      [...taken[k]].map(([name, used]) => ({ name: `${prefix}${name}`, used, most })),
    );
    if (uses.length === 0) return;
    try {
      const left = await own.take(uses);
      for (const [k, { prefix, buckets }] of kinds.entries())
        for (const name of taken[k].keys()) {
          const tokens = left.get(`${prefix}${name}`);
          if (tokens !== undefined) buckets.set(name, tokens);
        }
    } catch {
      // Told with the next ones.
      for (const [k, { buckets }] of kinds.entries())
        for (const [name, used] of taken[k]) buckets.restore(name, used);
    }
  };
  let sharing: Promise<void> = Promise.resolve();
  let isBusy = false;
  const timer =
    rates === null
      ? undefined
      : setInterval(() => {
          if (isBusy) return;
          isBusy = true;
          sharing = share(rates).finally(() => {
            isBusy = false;
          });
        }, SHARED).unref();
  return {
    requests,
    refusals,
    async close() {
      clearInterval(timer);
      await sharing;
    },
  };
}
