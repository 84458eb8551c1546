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

/** The same clock, standing still or running from now on. A clock set back meanwhile gives no time back. */
export function turnedClock(clock: KeptClock, isRunning: boolean, now: string): KeptClock {
  if (isRunning === (clock.runningSince !== null)) return clock;
  if (isRunning) return { ...clock, runningSince: now };
  return { ...clock, runningSince: null, used: usedBy(clock, now) };
}

/** Time on the test, in ms. */
function usedBy({ runningSince, used }: KeptClock, now: string): number {
  return runningSince === null
    ? used
    : used + Math.max(0, Date.parse(now) - Date.parse(runningSince));
}

/** Milliseconds left; null without a limit. Before the beginning it is the whole limit. */
export function timeLeft(clock: KeptClock | null, settings: Limit, now: string): number | null {
  const left = untilEnd(clock, settings, now);
  return left === null ? null : Math.max(0, left);
}

/** As `timeLeft`, but negative once more than the limit is used. */
function untilEnd(clock: KeptClock | null, settings: Limit, now: string): number | null {
  const minutes = minutesOf(settings);
  if (minutes === null) return null;
  return minutes * MINUTE - (clock === null ? 0 : usedBy(clock, now));
}

/**
 * When the session takes no more answers: at the end of the person's time, with the grace, or earlier where the session itself expires.
 * The grace is given once: what is used of it before a pause does not come back. A clock that stands still never reaches its end.
 */
export function expiryBy(clock: KeptClock, settings: Timing, now: string): string | null {
  const left = clock.runningSince === null ? null : untilEnd(clock, settings, now);
  if (left === null) return settings.expiresAt;
  const end = new Date(Date.parse(now) + left + GRACE).toISOString();
  return settings.expiresAt !== null && settings.expiresAt < end ? settings.expiresAt : end;
}

/** What changes of the clock where a session gets another state: it runs while the session is open. */
export function clockChange(
  { clock }: Pick<KeptSession, 'clock'>,
  settings: Timing,
  isOpen: boolean,
  now: string,
): Partial<Pick<KeptSession, 'clock' | 'expiresAt'>> {
  if (!settings.person || clock === null) return {};
  const turned = turnedClock(clock, isOpen, now);
  return { clock: turned, expiresAt: expiryBy(turned, settings, now) };
}

/** The reason of a session that its person has paused. */
export const ON_BREAK = 'on a break';

export function isOnBreak({ state, reason }: Pick<KeptSession, 'state' | 'reason'>): boolean {
  return state === 'paused' && reason === ON_BREAK;
}
