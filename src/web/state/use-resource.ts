import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Query, read, routeAddress } from '../api/client.ts';
import type { Moved } from '../api/live.ts';
import { useLiveEvents } from './live-context.ts';

/** The data of a route. While it is read again, the old data stay. */
export interface Resource<T> {
  readonly data: T | null;
  readonly error: unknown;
  readonly loading: boolean;
  reload(): void;
}

/** Least time between two readings that events ask for, in ms. */
const PACE = 1000;

/**
 * Reads a route, and again when its address changes, when `reload` is called, or when an event concerns it.
 * @param path null to read nothing
 * @param concerns whether an event changes what the route gives
 */
export function useResource<T>(
  path: string | null,
  query: Query = {},
  concerns?: (event: Moved) => boolean,
): Resource<T> {
  const address = path === null ? null : routeAddress(path, query);
  const [state, setState] = useState<{ of: string | null; data: T | null; error: unknown }>({
    of: null,
    data: null,
    error: null,
  });
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((last) => last + 1), []);

  // An event does not end a reading that takes long: it is read once more afterwards.
  const reading = useRef(false);
  const again = useRef(false);

  // Runs only for these: the address stands for path and query, the turn for a new reading
  useEffect(() => {
    if (path === null) return;
    const ending = new AbortController();
    reading.current = true;
    const done = () => {
      if (ending.signal.aborted) return;
      reading.current = false;
      if (again.current) reload();
      again.current = false;
    };
    read<T>(path, query, ending.signal)
      .then(
        (data) => setState({ of: address, data, error: null }),
        (error) => {
          if (!ending.signal.aborted)
            setState((old) => ({ of: address, data: old.of === address ? old.data : null, error }));
        },
      )
      .finally(done);
    return () => ending.abort();
  }, [address, turn]);

  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(waiting.current ?? undefined), []);
  useLiveEvents((event) => {
    if (path === null || waiting.current !== null) return;
    if (event.type !== 'reconnected' && concerns?.(event) !== true) return;
    waiting.current = setTimeout(() => {
      waiting.current = null;
      if (reading.current) again.current = true;
      else reload();
    }, PACE);
  });

  const current = state.of === address;
  return {
    data: current ? state.data : null,
    error: current ? state.error : null,
    loading: path !== null && !current,
    reload,
  };
}
