import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { SessionSummary } from '../../../api/sessions.ts';
import { fail, ThetarankError } from '../../../errors.ts';
import type {
  KeptSession,
  ServiceSessionStore,
  SessionFilter,
} from '../../../store/service/service-session-store.ts';
import { costlyCounts } from '../../costly-counts.ts';
import { whatHappened } from '../../http/problem.ts';
import type { ServiceContext } from '../../service-context.ts';
import { endWithout, type SessionEnds, TIME_OVER } from '../open/session-ends.ts';
import type { SessionMemory } from '../open/session-memory.ts';
import type { SessionService } from '../session-service.ts';
import { keptSummary, openSummary } from './session-summary.ts';

const NOT_COMPUTED =
  'its time is over, and its result could not be computed; see the log of the service';
/** Expired sessions are ended when they are listed, at most this many at once. */
const EXPIRED = 20;
/** A list waits this long for them, in ms; if tests must be prepared first, they end in the background. */
const SOON = 1000;
/** Summaries that are made before others have their turn. */
const AT_ONCE = 100;
/** Readers of leaderboards have them looked for at most this often, in ms. */
const LOOK = 1000;
/** So many sessions are counted again for each list. */
const FEW = 1000;
/** In ms: more of them, too, while this is enough. */
const CHEAP = 2;

/** Lists of sessions. @param isClosing whether failures now are due to the end of the service */
export function sessionLists(
  { now, log, elapsed }: Pick<ServiceContext, 'now' | 'log' | 'elapsed'>,
  store: ServiceSessionStore,
  memory: SessionMemory,
  ends: SessionEnds,
  isClosing: () => boolean,
): Pick<SessionService, 'list' | 'count' | 'endExpired'> {
  let looked = Number.NEGATIVE_INFINITY;
  let sweeping: Promise<void> | null = null;

  /**
   * A session ends without a standing if its bank has changed, and fails if it cannot be computed. It delays neither the others
   * nor the service.
   */
  const expire = async (kept: KeptSession) => {
    try {
      const session = await memory.open(kept.id);
      await session.alone(async () => ends.settle(session));
    } catch (error) {
      const code = error instanceof ThetarankError ? error.code : null;
      if (isClosing() || code === 'STORE_UNAVAILABLE') throw error;
      if (code !== null) return endWithout(store, now(), kept, 'ended', TIME_OVER);
      log('error', 'session-not-computed', { session: kept.id, ...whatHappened(error) });
      await endWithout(store, now(), kept, 'failed', NOT_COMPUTED);
    }
  };
  const expireAll = async () => {
    for (const kept of await store.expired(now(), EXPIRED)) await expire(kept);
  };
  const sweep = async () => {
    sweeping ??= expireAll().finally(() => {
      sweeping = null;
    });
    sweeping.catch(() => {});
    const late = new AbortController();
    const soon = pause(SOON, undefined, { signal: late.signal }).catch(() => {});
    await Promise.race([sweeping, soon]).finally(() => late.abort());
  };
  const summaries = async (kept: readonly KeptSession[]): Promise<SessionSummary[]> => {
    const sums = await store.sums(kept.map(({ number }) => number));
    const found: SessionSummary[] = [];
    for (const one of kept) {
      const session = memory.peek(one.id);
      const isCurrent =
        session?.kept.revision === one.revision &&
        session.answered === (sums.get(one.number)?.answers ?? 0);
      const isKept = session === undefined || !isCurrent;
      found.push(
        isKept
          ? keptSummary(one, sums.get(one.number))
          : openSummary(session, session.standing?.standing ?? null),
      );
      if (found.length % AT_ONCE === 0) await setImmediate();
    }
    return found;
  };
  const counts = costlyCounts(
    async (filter) => {
      const begun = elapsed();
      const count = await store.count(JSON.parse(filter) as SessionFilter);
      return { count, took: count > FEW ? elapsed() - begun : 0 };
    },
    CHEAP,
    elapsed,
  );
  const count = ({ bank, banks, state, examinee, person }: SessionFilter) =>
    counts(JSON.stringify({ bank, banks, state, examinee, person }));
  return {
    async list({ cursor, ...filter }) {
      await sweep();
      const before = cursor === undefined ? null : numberOf(cursor);
      const [sessions, total] = [await store.list({ ...filter, before }), await count(filter)];
      const isFull = sessions.length === filter.limit && sessions.length > 0;
      const next = isFull ? String(sessions[sessions.length - 1].number) : null;
      return { items: await summaries(sessions), next, total };
    },

    async count(filter) {
      await sweep();
      return count(filter);
    },

    endExpired() {
      const at = elapsed();
      if (at - looked < LOOK) return;
      looked = at;
      sweep().catch((error) => log('warn', 'expired-not-ended', whatHappened(error)));
    },
  };
}

function numberOf(cursor: string): number {
  return /^[0-9]{1,10}$/.test(cursor)
    ? Number(cursor)
    : fail('SESSION_REFUSED', { reason: 'invalid cursor; use `next` from the previous page' });
}
