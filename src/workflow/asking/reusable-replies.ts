import { AnswerAwaited } from '../../examinee/batch/answer-awaited.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { replyKey } from '../../examinee/endpoint/reply/reply-key.ts';
import type { Examinee } from '../../examinee/examinee.ts';
import type { ReplyStore } from '../../run/run-replies.ts';

/** Replies of earlier runs that a run can use, as they are before it asks. */
export interface ReusableReplies {
  readonly replies: number;
  /** When the oldest and the newest of them were given, ISO 8601; null if there are none. */
  readonly oldest: string | null;
  readonly newest: string | null;
  /** Whether the run uses all of them; false where a test chooses among the items. */
  readonly isExact: boolean;
}

export const NO_REPLIES = { replies: 0, oldest: null, newest: null } as const;

/** Counts replies of earlier runs. Nothing is asked. */
export class ReusableCount {
  readonly #store: ReplyStore;
  readonly #source: string;
  #replies = 0;
  #oldest: string | null = null;
  #newest: string | null = null;

  constructor(store: ReplyStore, source: string) {
    this.#store = store;
    this.#source = source;
  }

  get found(): Omit<ReusableReplies, 'isExact'> {
    return { replies: this.#replies, oldest: this.#oldest, newest: this.#newest };
  }

  /** A model that answers with what is kept. `ask` @throws AnswerAwaited where nothing is */
  examinee(configuration: EndpointConfiguration): Examinee {
    return {
      name: configuration.name,
      ask: async (question) => {
        const key = replyKey(configuration, question);
        const own = await this.#store.own(this.#source, key);
        if (own !== undefined) return own;
        const known = await this.#store.ofOthers(this.#source, key);
        if (known === undefined) throw new AnswerAwaited(question);
        const at = known.reusedFrom!;
        this.#replies++;
        if (this.#oldest === null || at < this.#oldest) this.#oldest = at;
        if (this.#newest === null || at > this.#newest) this.#newest = at;
        return known;
      },
    };
  }
}

/** What a conversation comes to; undefined where a reply of it is not kept. */
export async function ifKept<T>(conversation: Promise<T>): Promise<T | undefined> {
  try {
    return await conversation;
  } catch (error) {
    if (error instanceof AnswerAwaited) return undefined;
    throw error;
  }
}
