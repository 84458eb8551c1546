import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { PersonResponse, PersonTest } from '../../../api/person-tests.ts';
import { read, write } from '../../api/client.ts';

/** Between two tries while there is no connection, in ms. */
const AGAIN = 2000;
/** While nothing is answered the test may end or be paused from elsewhere, in ms. */
const LOOK = 20_000;

/** The test as the service last told it, and what the person can do. */
export interface TakenTest {
  readonly test: PersonTest | null;
  /** When the service told it, by the clock of this page in ms. */
  readonly toldAt: number;
  /** Whether requests fail at the moment; they are repeated until they succeed. */
  readonly offline: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  look(place?: number): void;
  change(what: 'begin' | 'break' | 'continue'): void;
  respond(response: Omit<PersonResponse, 'turn'> & { turn?: number }): void;
}

/** Reads a test, and sends what the person does, again and again until it has arrived: to send an answer twice changes nothing. */
export function useTest(session: string): TakenTest {
  const path = `/v1/sessions/${encodeURIComponent(session)}`;
  const [state, setState] = useState<Pick<TakenTest, 'test' | 'toldAt'>>({ test: null, toldAt: 0 });
  const [offline, setOffline] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isGone = useRef(false);
  const isBusy = useRef(false);
  const place = useRef<number | undefined>(undefined);

  const told = useCallback((test: PersonTest) => {
    if (isGone.current) return;
    setState({ test, toldAt: performance.now() });
    setOffline(false);
  }, []);
  const readOnce = useCallback(
    () => read<PersonTest>(`${path}/test`, { place: place.current }).then(told),
    [path, told],
  );
  const send = async (what: string, body?: unknown) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setError(null);
    place.current = undefined;
    while (!isGone.current) {
      try {
        told(await write<PersonTest>('POST', `${path}/${what}`, body));
        break;
      } catch (problem) {
        if (!isPassing(problem)) {
          setError(problem);
          await readOnce().catch(() => {});
          break;
        }
        setOffline(true);
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
    isBusy.current = false;
    setBusy(false);
  };
  const look = useCallback(
    (wanted?: number) => {
      if (wanted !== undefined) place.current = wanted;
      readOnce().catch((problem) => {
        if (isPassing(problem)) setOffline(true);
        else setError(problem);
      });
    },
    [readOnce],
  );
  useEffect(() => {
    isGone.current = false;
    look();
    return () => {
      isGone.current = true;
    };
  }, [look]);
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (!isBusy.current) look();
      },
      offline ? AGAIN : LOOK,
    );
    return () => clearInterval(timer);
  }, [look, offline]);

  return {
    ...state,
    offline,
    busy,
    error,
    look,
    change: (what) => void send(what),
    respond: (response) => void send('responses', { turn: 0, ...response }),
  };
}

/** Whether the same request can succeed later: no connection, or a service that is overloaded or starts again. */
function isPassing(problem: unknown): boolean {
  if (problem instanceof TypeError) return true;
  const { status = 0 } = problem as { status?: number };
  return status >= 500 || status === 429;
}
