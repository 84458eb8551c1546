import { createHash } from 'node:crypto';
import type { RunAnswer } from './run-record.ts';

/** Stands for no answer; hashes of answers are not negative. */
const NONE = -1;
/** The same, refused by the endpoint or declined by the model. */
const REFUSED = -2;

/**
 * Which calls are kept for which items, with the score and a mark of the answer read: 16 bytes a call and item, so that what
 * was said need not be in memory. Calls and items go by their positions.
 */
export class KeptCalls {
  readonly #items: number;
  readonly #scores: Float64Array;
  readonly #marks: Float64Array;

  constructor(calls: number, items: number) {
    this.#items = items;
    this.#scores = new Float64Array(calls * items).fill(Number.NaN);
    this.#marks = new Float64Array(calls * items).fill(NONE);
  }

  keep(
    call: number,
    item: number,
    {
      score,
      extracted,
      refused = null,
      reason,
    }: Pick<RunAnswer, 'score' | 'extracted'> & Partial<Pick<RunAnswer, 'refused' | 'reason'>>,
  ) {
    const isRefused = refused !== null || reason === 'refusal';
    const at = call * this.#items + item;
    this.#scores[at] = score;
    this.#marks[at] = extracted !== null ? markOf(extracted) : isRefused ? REFUSED : NONE;
  }

  isKept(call: number, item: number): boolean {
    return !Number.isNaN(this.score(call, item));
  }

  /** Whether an answer is kept that could be read. */
  isRead(call: number, item: number): boolean {
    return this.#marks[call * this.#items + item] >= 0;
  }

  /** Whether the endpoint refused the question, or the model declined it. */
  isRefused(call: number, item: number): boolean {
    return this.#marks[call * this.#items + item] === REFUSED;
  }

  /** In [0, 1]; NaN if it is not kept. */
  score(call: number, item: number): number {
    return this.#scores[call * this.#items + item];
  }

  /** Whether two calls gave one answer to an item; so do two that gave none that can be read. */
  isSame(call: number, other: number, item: number): boolean {
    const markOfCall = (k: number) => Math.max(NONE, this.#marks[k * this.#items + item]);
    return markOfCall(call) === markOfCall(other);
  }
}

/** 48 bits of a hash: of open questions the answer is a text of any length. */
function markOf(extracted: string): number {
  return createHash('sha256').update(extracted).digest().readUIntBE(0, 6);
}
