import { fail } from '../../../errors.ts';

/** Somebody who waits for what takes long. */
export interface PreparationRequest {
  /** Whose; empty for the service itself, which need not ask for room. */
  readonly by: string;
  /** False once nobody waits any more. */
  isWanted(): boolean;
}

/** The service's own. */
export const SERVICE_REQUEST: PreparationRequest = { by: '', isWanted: () => true };

/** So many preparations of tests may go on or wait, of one key and in all. */
const MOST_OF_KEY = 8;
const MOST = 32;

/** What is being made, and who waits for it: one thing may be wanted by several. */
export interface PreparationQueue {
  /** Joins those who wait for what is being made under a key. */
  join(key: string, request: PreparationRequest): void;
  /**
   * Makes something for a first one.
   * @param make is told whether anybody waits still
   * @throws PREPARATIONS_WAITING where too much is being made already
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

/** @throws CLIENT_GONE where nobody waits any more */
export function requireWanted(isWanted: () => boolean): void {
  if (!isWanted()) fail('CLIENT_GONE', {});
}
