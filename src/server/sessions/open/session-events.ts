import type { SessionState } from '../../../api/sessions.ts';
import type { EventBus } from '../../events.ts';
import type { OpenSession } from './open-session.ts';

/** Least interval between two events about the answers of one session, in ms. */
const BETWEEN = 250;

/** Sends events about sessions: every change of state, and answers at most four times per second, always including the last. */
export interface SessionEvents {
  answered(session: OpenSession): void;
  changed(session: OpenSession): void;
  close(): void;
}

export function sessionEvents(events: EventBus): SessionEvents {
  /** Sessions with an event within BETWEEN; true if another event is due. */
  const recent = new Map<OpenSession, boolean>();
  const timers = new Set<NodeJS.Timeout>();

  const emit = ({ kept, settings }: OpenSession) =>
    events.emit({
      type: 'session',
      session: kept.id,
      bank: kept.bank,
      state: kept.state as SessionState,
      model: settings.model,
    });
  const wait = (session: OpenSession) => {
    recent.set(session, false);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const hasMore = recent.get(session) === true;
      recent.delete(session);
      if (hasMore) tell(session);
    }, BETWEEN);
    timer.unref();
    timers.add(timer);
  };
  const tell = (session: OpenSession) => {
    emit(session);
    wait(session);
  };
  return {
    answered(session) {
      if (recent.has(session)) recent.set(session, true);
      else tell(session);
    },
    changed: emit,
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
