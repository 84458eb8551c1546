import { createHash } from 'node:crypto';
import { ABSENT_KINDS, type AbsentKind, absentKind } from '../scoring/absent.ts';
import type { RunAnswer } from './run-record.ts';

/** Stands for no answer; hashes of answers are not negative. Answers that are not there follow by kind: −1, −2, −3. */
const NONE = -1;

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
    const kind = absentKind({ extracted, reason, refused });
    const at = call * this.#items + item;
    this.#scores[at] = score;
    this.#marks[at] = kind === null ? markOf(extracted!) : NONE - ABSENT_KINDS.indexOf(kind);
  }

  isKept(call: number, item: number): boolean {
    return !Number.isNaN(this.score(call, item));
  }

  /** Whether an answer is kept that could be read. */
  isRead(call: number, item: number): boolean {
    return this.#marks[call * this.#items + item] >= 0;
  }

  /** Why a kept answer is not there; null if it was read. */
  absent(call: number, item: number): AbsentKind | null {
    return ABSENT_KINDS[NONE - this.#marks[call * this.#items + item]] ?? null;
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
