import { setTimeout as pause } from 'node:timers/promises';

/** Requests to whichever of several services replies. */
// biome-ignore lint/suspicious/noExplicitAny: replies of many shapes
export type Ask = (method: string, path: string, body?: object) => Promise<any>;

/** Replies that a client should wait for: a service that starts, closes, or lost its database for a moment. */
const AGAIN = new Set([502, 503, 504]);
/** In ms, before the next attempt. */
const WAIT = 20;

/**
 * Asks the services in turn, again and again while they are away.
 * @param urls their addresses, which stay the same
 * @param first chooses who is asked first
 * @throws what a service refuses
 */
export function persist(urls: readonly string[], key: string, first: () => number): Ask {
  return async (method, path, body) => {
    for (let k = first(); ; k++) {
      const url = urls[k % urls.length];
      try {
        const reply = await fetch(url + path, {
          method,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(30_000),
        });
        const json = await reply.json();
        if (reply.ok) return json;
        if (!AGAIN.has(reply.status)) throw new Refused(JSON.stringify(json));
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await pause(WAIT);
    }
  };
}

class Refused extends Error {}
