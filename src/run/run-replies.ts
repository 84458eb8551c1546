import type { Reply, ReplyCache } from '../examinee/examinee.ts';

/** Replies that were paid for, each by its key and by the source that asked: a run, or the service. */
export interface ReplyStore {
  /** The reply that this source was given. */
  own(source: string, key: string): Promise<Reply | undefined>;
  /** The newest reply that another source was given, with its time in `reusedFrom`. */
  ofOthers(source: string, key: string): Promise<Reply | undefined>;
  /** Whether another source has any reply. */
  hasOthers(source: string): Promise<boolean>;
  put(source: string, key: string, reply: Reply): Promise<void>;
}

/** The source of replies that the service asks for. Its sessions are told apart by the draws of their questions. */
export const SERVICE_REPLIES = 'service';

/** Before it has a number a run has no replies of its own. */
const NO_RUN = 'new run';

/** The source of the replies of a run; without a number that of a run that has not begun. */
export function replySourceOf(run: number | null): string {
  return run === null ? NO_RUN : `run ${run}`;
}

/**
 * The replies that one run uses: those that it recorded itself, such as before it was killed, and those of others only where
 * they are asked for.
 */
export class RunReplies implements ReplyCache {
  readonly #store: ReplyStore;
  readonly #reuses: boolean;
  #source: string | null;

  /** @param source null until the run has its number, see `begin` */
  constructor(store: ReplyStore, source: string | null, reuses = false) {
    this.#store = store;
    this.#source = source;
    this.#reuses = reuses;
  }

  /** From now on replies are kept as those of this run. */
  begin(run: number): void {
    this.#source = replySourceOf(run);
  }

  async get(key: string): Promise<Reply | undefined> {
    const source = this.#source ?? NO_RUN;
    const own = await this.#store.own(source, key);
    return own ?? (this.#reuses ? this.#store.ofOthers(source, key) : undefined);
  }

  put(key: string, reply: Reply): Promise<void> {
    if (this.#source === null) throw new Error('no run has begun that this reply belongs to');
    return this.#store.put(this.#source, key, reply);
  }
}
