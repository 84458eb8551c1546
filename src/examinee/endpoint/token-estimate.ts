import type { Usage } from './outcome.ts';

/** Bytes of UTF-8 a token: about 4 in English, and 3 for a Chinese character of somewhat less than a token. */
const BYTES = 4;
/** Of an answer, before any is known. */
const FIRST_COMPLETION = 256;

/** Tells before a request how many tokens it will take: by the bytes sent, and the mean of the answers so far. */
export class TokenEstimate {
  #mean = FIRST_COMPLETION;
  #answers = 0;

  /** @param body as it is sent */
  of(body: unknown): number {
    return Math.ceil(Buffer.byteLength(JSON.stringify(body)) / BYTES + this.#mean);
  }

  learn({ completion }: Usage): void {
    this.#answers++;
    this.#mean += (completion - this.#mean) / this.#answers;
  }
}
