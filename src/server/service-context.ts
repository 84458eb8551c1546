import type { Instance } from '../store/instances/instance-store.ts';
import type { Store } from '../store/store.ts';
import type { EventBus } from './events.ts';

/** The common dependencies of all parts of the service. */
export interface ServiceContext {
  readonly store: Store;
  readonly events: EventBus;
  /** This process among those that serve the database; null if it is the only one, as on SQLite. */
  readonly instance: Instance | null;
  /** The time, ISO 8601: for what is kept or shown, and for what expires at a time. It may be set forward and back. */
  now(): string;
  /** Milliseconds on a clock that only goes on: for everything that lasts. */
  elapsed(): number;
  /** Unpredictable random bytes, for keys and identifiers. */
  randomBytes(count: number): Buffer;
  /** Lines of the log: no secrets, no question text, no outputs. */
  log(
    level: 'info' | 'warn' | 'error',
    event: string,
    facts: Readonly<Record<string, unknown>>,
  ): void;
}
