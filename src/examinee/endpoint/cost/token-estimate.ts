import type { ChatMessage } from '../../../prompt/message.ts';
import type { Usage } from '../reply/request-outcome.ts';

/** Bytes of UTF-8 a token: about 4 in English, and 3 for a Chinese character of somewhat less than a token. */
const BYTES = 4;
/** Tokens of a request in addition to its text. */
export const EXTRA = 32;
/** Of an answer, before any is known. */
const FIRST_COMPLETION = 256;

/** The tokens that a prompt has on the average. @param messages all that are sent, a system prompt included */
export function usualPromptTokens(messages: readonly ChatMessage[]): number {
  return EXTRA + bytesOf(messages) / BYTES;
}

/** Bytes of UTF-8. */
export function bytesOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
}

/**
 * Tells before a request how many tokens it will take: by the bytes of its messages, and the mean of the answers so far.
 */
export class TokenEstimate {
  #mean = FIRST_COMPLETION;
  #answers = 0;
  #longest = FIRST_COMPLETION;

  of(messages: readonly ChatMessage[]): number {
    return Math.ceil(bytesOf(messages) / BYTES + this.#mean);
  }

  /** Tokens of the longest answer so far. */
  get longest(): number {
    return this.#longest;
  }

  learn({ completion }: Usage): void {
    this.#longest = Math.max(this.#longest, completion);
    this.#answers++;
    this.#mean += (completion - this.#mean) / this.#answers;
  }
}
