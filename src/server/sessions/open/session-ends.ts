import type { SessionState, Standing } from '../../../api/sessions.ts';
import { standingsInSteps } from '../../../ranking/board/recorded-standings.ts';
import type {
  KeptSession,
  ServiceSessionStore,
  SessionChange,
} from '../../../store/service/service-session-store.ts';
import { boardPlace } from '../../boards/board-place.ts';
import { inTurns } from '../../in-turns.ts';
import type { ServiceContext } from '../../service-context.ts';
import { clockChange, type PersonClocks, untilEnd } from '../person/person-clock.ts';
import {
  costOf,
  formSummary,
  type KeptResult,
  keptSummary,
  ownRecord,
  scoredItems,
} from '../report/session-summary.ts';
import { type Placed, placeAmong, standingOf } from '../report/standing-of.ts';
import type { OpenSession } from './open-session.ts';
import type { SessionEvents } from './session-events.ts';

/** Ends sessions, and gives their standing. */
export interface SessionEnds {
  /** Null before the first answer. */
  standing(session: OpenSession): Promise<Standing | null>;
  placed(session: OpenSession, standing: Standing | null): Promise<Placed>;
  /**
   * Stores a new state. When a session ends or fails, its standing is stored too.
   * @returns false if the session in memory is out of date
   */
  become(session: OpenSession, state: SessionState, reason: string | null): Promise<boolean>;
  /** Ends it if its rules or its time require it. @returns as `become` */
  settle(session: OpenSession): true | Promise<boolean>;
}

export const TIME_OVER = 'its time is over';

export function sessionEnds(
  store: ServiceSessionStore,
  context: Pick<ServiceContext, 'now'>,
  events: SessionEvents,
  clocks: PersonClocks,
): SessionEnds {
  const standing = async (session: OpenSession) => {
    const { answered } = session;
    if (session.standing?.answers === answered) return session.standing.standing;
    const now = answered === 0 ? null : standingOf(await session.test.score());
    session.standing = { answers: answered, standing: now };
    return now;
  };
  const placed = async (session: OpenSession, now: Standing | null) => {
    const { models } = await inTurns(standingsInSteps(session.bank.recorded));
    const own = ownRecord(session);
    return placeAmong(
      models.filter(({ model }) => model !== own),
      now?.unverified === 'too-few' ? null : now,
    );
  };
  const become = async (session: OpenSession, state: SessionState, reason: string | null) => {
    const at = context.now();
    const isAtWork = state === 'open' || state === 'paused';
    const used = clocks.used(session.kept, session.settings);
    const clock = clockChange(session.kept, session.settings, state === 'open', used, at);
    let change: SessionChange = {
      ...{ state, reason, changedAt: at, finishedAt: null, result: null },
      ...clock,
    };
    if (!isAtWork) {
      const now = await standing(session);
      const asked = session.test.state.asked.length;
      const result: KeptResult = {
        standing: now,
        asked,
        scored: scoredItems(session),
        recordedAs: ownRecord(session),
        leftOut: session.bank.leftOut,
        lag: session.settings.lag,
        form: formSummary(session.settings),
        paid: costOf(session.cost, session.settings),
        ...(await placed(session, now)),
      };
      const ended = { ...change, finishedAt: at, result };
      change = { ...ended, place: placeOf({ ...session.kept, ...ended }) };
    }
    // A result needs all answers; another instance may have taken some.
    const answers = isAtWork ? undefined : session.answered;
    const { number, revision } = session.kept;
    const kept = await store.change(number, revision, change, answers);
    if (kept === null) return false;
    session.kept = kept;
    clocks.used(kept, session.settings);
    events.changed(session);
    return true;
  };
  const isOver = ({ kept, settings }: OpenSession) => {
    const { expiresAt } = settings.person ? settings : kept;
    if (expiresAt !== null && context.now() >= expiresAt) return true;
    if (!settings.person || kept.clock?.runningSince == null) return false;
    const left = untilEnd(settings, clocks.used(kept, settings));
    return left !== null && left <= 0;
  };
  return {
    standing,
    placed,
    become,
    settle(session) {
      const { state } = session.kept;
      if (state !== 'open' && state !== 'paused') return true;
      if (session.isComplete) {
        const { reason } = session.test.state;
        return become(session, 'finished', reason ?? `${session.kept.length} items asked`);
      }
      return isOver(session) ? become(session, 'ended', TIME_OVER) : true;
    },
  };
}

/** Ends a session whose standing can no longer be computed, such as after a change of its bank. */
export async function endWithout(
  store: ServiceSessionStore,
  at: string,
  kept: KeptSession,
  state: 'ended' | 'failed',
  reason: string,
): Promise<void> {
  const change = { state, reason, changedAt: at, finishedAt: at };
  const place = placeOf({ ...kept, ...change });
  await store.change(kept.number, kept.revision, { ...change, place });
}

/** The place on a leaderboard of a session that has ended; its answers do not change it. */
const placeOf = (kept: KeptSession) => boardPlace(keptSummary(kept, undefined));
