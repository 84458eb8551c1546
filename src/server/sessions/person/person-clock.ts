import type { KeptClock, KeptSession } from '../../../store/service/service-session-store.ts';
import type { SessionSettings } from '../settings/session-request.ts';

/** Answers in flight are taken this long after the time is over, in ms. */
export const GRACE = 5000;
const MINUTE = 60_000;

type Limit = Pick<SessionSettings, 'timeLimit' | 'extraMinutes'>;
type Timing = Limit & Pick<SessionSettings, 'person' | 'expiresAt'>;

/** Minutes from the beginning, with extra time; null without a limit. */
export function minutesOf({ timeLimit, extraMinutes }: Limit): number | null {
  return timeLimit === null ? null : timeLimit + extraMinutes;
}

/** A clock that begins to run. */
export function begunClock(now: string): KeptClock {
  return { begunAt: now, runningSince: now, used: 0 };
}

/** The time that persons have used, as this process has seen it pass. */
export interface PersonClocks {
  /** In ms; 0 before the beginning. Without a limit it is not counted on. */
  used(session: Timed, settings: Limit): number;
  /** Ids of the sessions whose time this process counts. */
  running(): string[];
  forget(id: string): void;
}

type Timed = Pick<KeptSession, 'id' | 'state' | 'clock'>;

/**
 * Counts from what is kept on, by a clock that only goes on: what was not kept before another process went on does not count.
 * @param elapsed ms
 */
export function personClocks(elapsed: () => number): PersonClocks {
  const counts = new Map<string, { since: string; used: number; at: number }>();
  return {
    used({ id, state, clock }, settings) {
      const since = clock?.runningSince ?? null;
      if (clock === null || since === null || state !== 'open' || minutesOf(settings) === null) {
        counts.delete(id);
        return clock?.used ?? 0;
      }
      const at = elapsed();
      const count = counts.get(id);
      const counted = count?.since === since ? count.used + at - count.at : 0;
      // Another process may have counted, and kept, more.
      const used = Math.max(counted, clock.used);
      counts.set(id, { since, used, at });
      return used;
    },
    running: () => [...counts.keys()],
    forget: (id) => void counts.delete(id),
  };
}

/** Milliseconds left; null without a limit. */
export function timeLeft(settings: Limit, used: number): number | null {
  const minutes = minutesOf(settings);
  return minutes === null ? null : Math.max(0, minutes * MINUTE - used);
}

/** Milliseconds until the session takes no more answers: with the grace, which is given once. Null without a limit. */
export function untilEnd(settings: Limit, used: number): number | null {
  const minutes = minutesOf(settings);
  return minutes === null ? null : minutes * MINUTE + GRACE - used;
}

/**
 * When the session is expected to end by the clock of the machine as it is now: at the end of the person's time, or earlier where the
 * session itself expires. A clock that stands still never reaches its end.
 */
export function expiryBy(
  clock: KeptClock,
  settings: Timing,
  used: number,
  now: string,
): string | null {
  const left = clock.runningSince === null ? null : untilEnd(settings, used);
  if (left === null) return settings.expiresAt;
  const end = new Date(Date.parse(now) + left).toISOString();
  return settings.expiresAt !== null && settings.expiresAt < end ? settings.expiresAt : end;
}

/** What changes of the clock where a session gets another state: it runs while the session is open. */
export function clockChange(
  { clock }: Pick<KeptSession, 'clock'>,
  settings: Timing,
  isOpen: boolean,
  used: number,
  now: string,
): Partial<Pick<KeptSession, 'clock' | 'expiresAt'>> {
  if (!settings.person || clock === null) return {};
  const runningSince = isOpen ? (clock.runningSince ?? now) : null;
  const turned = { ...clock, runningSince, used };
  return { clock: turned, expiresAt: expiryBy(turned, settings, used, now) };
}

/** The reason of a session that its person has paused, and of one that was paused by its organiser meanwhile. */
export const ON_BREAK = 'on a break';
export const PAUSED_ON_BREAK = 'paused during a break';

export function isOnBreak({ state, reason }: Pick<KeptSession, 'state' | 'reason'>): boolean {
  return state === 'paused' && reason === ON_BREAK;
}
