import { fail } from '../../../errors.ts';

/** A request that waits for a long computation. */
export interface PreparationRequest {
  /** Its key; empty for the service itself, which has no limit. */
  readonly by: string;
  /** False once no request waits any more. */
  isWanted(): boolean;
}

/** The service's own. */
export const SERVICE_REQUEST: PreparationRequest = { by: '', isWanted: () => true };

/** The most preparations of tests running or waiting, per key and in total. */
const MOST_OF_KEY = 8;
const MOST = 32;

/** Running computations with their waiting requests; several requests may wait for one. */
export interface PreparationQueue {
  /** Joins the requests that wait for a computation under a key. */
  join(key: string, request: PreparationRequest): void;
  /**
   * Starts a computation for a first request.
   * @param make gets a function that tells whether any request still waits
   * @throws PREPARATIONS_WAITING if too many are running already
   */
  make<T>(
    key: string,
    request: PreparationRequest,
    make: (isWanted: () => boolean) => Promise<T>,
  ): Promise<T>;
}

export function preparationQueue(): PreparationQueue {
  const underway = new Map<string, PreparationRequest[]>();
  return {
    join(key, request) {
      underway.get(key)?.push(request);
    },
    async make(key, request, make) {
      if (request.by !== '') requireRoom([...underway.values()], request.by);
      const own = [request];
      underway.set(key, own);
      try {
        return await make(() => own.some((one) => one.isWanted()));
      } finally {
        if (underway.get(key) === own) underway.delete(key);
      }
    },
  };
}

function requireRoom(all: readonly (readonly PreparationRequest[])[], by: string): void {
  const wanted = all.filter((some) => some.some((one) => one.isWanted()));
  const own = wanted.filter(([first]) => first.by === by).length;
  if (own >= MOST_OF_KEY) fail('PREPARATIONS_WAITING', { most: MOST_OF_KEY, of: 'of one key' });
  if (wanted.length >= MOST) fail('PREPARATIONS_WAITING', { most: MOST, of: 'in total' });
}

/** @throws CLIENT_GONE if no request waits any more */
export function requireWanted(isWanted: () => boolean): void {
  if (!isWanted()) fail('CLIENT_GONE', {});
}
