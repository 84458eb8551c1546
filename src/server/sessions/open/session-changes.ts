import type { SessionState, SessionSummary } from '../../../api/sessions.ts';
import { fail } from '../../../errors.ts';
import type {
  KeptSession,
  ServiceSessionStore,
} from '../../../store/service/service-session-store.ts';
import { isOnBreak, ON_BREAK, PAUSED_ON_BREAK } from '../person/person-clock.ts';
import { openSummary } from '../report/session-summary.ts';
import type { OpenSession } from './open-session.ts';
import type { SessionEnds } from './session-ends.ts';
import type { SessionMemory } from './session-memory.ts';

/** The most attempts of a change while another process changes the same session. */
const ATTEMPTS = 4;

/** Changes sessions; several processes may do so at once. */
export class SessionChanges {
  readonly #store: ServiceSessionStore;
  readonly #memory: SessionMemory;
  readonly #ends: SessionEnds;

  constructor(store: ServiceSessionStore, memory: SessionMemory, ends: SessionEnds) {
    this.#store = store;
    this.#memory = memory;
    this.#ends = ends;
  }

  /**
   * Changes a session, and retries if another process has changed it in the meantime.
   * @param work returns false if the session in memory is out of date
   */
  async change(id: string, work: (session: OpenSession) => Promise<boolean>): Promise<OpenSession> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const session = await this.#memory.open(id);
      if (await session.alone(() => work(session))) return session;
      this.#memory.drop(session);
    }
    throw new Error(`session ${id} is changed by others all the time`);
  }

  /** A session as stored now; another process may have taken answers. */
  current(id: string): Promise<OpenSession> {
    return this.change(id, async (own) => (await this.update(own)) && this.#ends.settle(own));
  }

  /**
   * Brings a session in memory up to date with the answers that other processes have taken.
   * @returns false if it has changed otherwise, so that it must be read anew
   */
  async update(own: OpenSession): Promise<boolean> {
    const stamp = await this.#store.stamp(own.kept.number);
    if (stamp?.revision !== own.kept.revision || stamp.answers < own.answered) return false;
    own.kept = { ...own.kept, charged: stamp.charged };
    if (stamp.answers === own.answered) return true;
    const answers = await this.#store.answers(own.kept.number);
    const others = answers.filter(({ place }) => Number.isNaN(own.scoreAt(place)));
    try {
      await own.test.play(own.count(others));
    } catch (error) {
      this.#memory.drop(own);
      throw error;
    }
    return others.every(({ place, item }) => own.placeOf(item) === place);
  }

  /**
   * Brings a session into another state.
   * @throws SESSION_OVER if it is in none of the states `from`
   */
  async move(
    id: string,
    from: readonly SessionState[],
    to: SessionState,
    reason: string | null = null,
  ): Promise<SessionSummary> {
    const session = await this.change(id, async (own) => {
      if (!(await this.#ends.settle(own))) return false;
      const state = own.kept.state as SessionState;
      if (state === to) return true;
      if (!from.includes(state))
        fail('SESSION_OVER', { session: id, state, wanted: to === 'open' ? 'resumed' : to });
      return this.#ends.become(own, to, reason);
    });
    return openSummary(session, await this.#ends.standing(session));
  }

  /** By its organiser, also during a break of its person, who then cannot go on. */
  async pause(id: string): Promise<SessionSummary> {
    if (!isOnBreak((await this.current(id)).kept)) return this.move(id, ['open'], 'paused');
    return this.#again(id, isOnBreak, PAUSED_ON_BREAK);
  }

  /** By its organiser: a break goes on, because its person may not be there. */
  async resume(id: string): Promise<SessionSummary> {
    const { kept } = await this.current(id);
    const wasOnBreak = (own: KeptSession) => own.reason === PAUSED_ON_BREAK;
    if (kept.state === 'paused' && wasOnBreak(kept)) return this.#again(id, wasOnBreak, ON_BREAK);
    if (isOnBreak(kept))
      return fail('PERSON_TEST', {
        session: id,
        reason: 'its person is on a break, and goes on when the break is over',
      });
    return this.move(id, ['paused', 'failed'], 'open');
  }

  /** It stays paused, for another reason. */
  async #again(
    id: string,
    is: (kept: KeptSession) => boolean,
    reason: string,
  ): Promise<SessionSummary> {
    const session = await this.change(id, async (own) => {
      if (!(await this.#ends.settle(own))) return false;
      return is(own.kept) ? this.#ends.become(own, 'paused', reason) : true;
    });
    return openSummary(session, await this.#ends.standing(session));
  }
}
