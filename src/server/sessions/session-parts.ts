import type { AnswersReply } from '../../api/sessions.ts';
import type { OutputReader } from '../../run/score-replies.ts';
import type { ServiceSessionStore } from '../../store/service/service-session-store.ts';
import type { ServiceContext } from '../service-context.ts';
import type { SessionChanges } from './open/session-changes.ts';
import type { SessionEnds } from './open/session-ends.ts';
import type { SessionEvents } from './open/session-events.ts';
import type { SessionMemory } from './open/session-memory.ts';
import type { PersonClocks } from './person/person-clock.ts';

/** The common dependencies of the parts of the session service. */
export interface SessionParts {
  readonly context: ServiceContext;
  readonly store: ServiceSessionStore;
  readonly memory: SessionMemory;
  readonly events: SessionEvents;
  readonly ends: SessionEnds;
  readonly changes: SessionChanges;
  readonly clocks: PersonClocks;
  readonly readOutput: OutputReader;
  /** Counts an answer by its outcome. */
  count(status: AnswersReply['results'][number]['status']): void;
}
