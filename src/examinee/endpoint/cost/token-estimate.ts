import type { ChatMessage } from '../../../prompt/message.ts';
import type { Usage } from '../reply/request-outcome.ts';
import { usualImageTokens } from './image-tokens.ts';

/** Bytes of UTF-8 a token: about 4 in English, and 3 for a Chinese character of somewhat less than a token. */
const BYTES = 4;
/** Tokens of a request in addition to its text. */
export const EXTRA = 32;
/** Of an answer, before any is known. */
const FIRST_COMPLETION = 256;

/** The tokens that a prompt has on the average. @param messages all that are sent, a system prompt included */
export function usualPromptTokens(messages: readonly ChatMessage[]): number {
  return EXTRA + usualTokens(messages);
}

function usualTokens(messages: readonly ChatMessage[]): number {
  return bytesOf(messages) / BYTES + imageTokens(messages, usualImageTokens);
}

/** Tokens of all pictures, by the rule for one. */
export function imageTokens(
  messages: readonly ChatMessage[],
  tokensOf: (url: string) => number,
): number {
  return messages.reduce(
    (sum, { images = [] }) => images.reduce((own, url) => own + tokensOf(url), sum),
    0,
  );
}

/** Bytes of UTF-8 of the texts. */
export function bytesOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
}

/**
 * Tells before a request how many tokens it will take: by the bytes of its messages, their pictures, and the mean of the answers so far.
 */
export class TokenEstimate {
  #mean = FIRST_COMPLETION;
  #answers = 0;
  #longest = FIRST_COMPLETION;

  of(messages: readonly ChatMessage[]): number {
    return Math.ceil(usualTokens(messages) + this.#mean);
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
