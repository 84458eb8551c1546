import type { BarredItems } from '../../src/cat/constrain/barred.ts';
import {
  addBlock,
  countChoices,
  type ExposureCounts,
  type ExposureHistory,
  emptyCounts,
  emptyHistory,
} from '../../src/cat/exposure/exposure-counts.ts';
import {
  barsOfBlock,
  type ExposureRule,
  fadingOf,
  levelsOf,
} from '../../src/cat/exposure/exposure-rules.ts';
import type { SessionKernel } from '../monte-carlo/run/session-kernel.ts';

/** Initial barred items for the configuration of a kernel under this rule: none, at the rule's levels. */
export function unbarred(rule: ExposureRule): BarredItems {
  const cuts = rule.rule === 'eligibility' ? rule.cuts : [];
  return { cuts, items: Array.from({ length: levelsOf(rule) }, () => []) };
}

/**
 * Applies a rule of exposure to consecutive tests, in its fixed blocks. The tests of a block start from the history of earlier
 * blocks. The last block may be shorter.
 */
export class ExposureSeries {
  readonly #rule: ExposureRule;
  readonly #items: number;
  readonly #seed: string;
  readonly #sessions: number;
  readonly #history: ExposureHistory;
  #bars: BarredItems[] = [];
  #block: ExposureCounts;

  /**
   * @param items of the bank
   * @param sessions number of sessions
   * @param seed of the bars that are drawn
   */
  constructor(rule: ExposureRule, items: number, sessions: number, seed: string) {
    this.#rule = rule;
    this.#items = items;
    this.#seed = seed;
    this.#sessions = sessions;
    this.#history = emptyHistory(items, levelsOf(rule));
    this.#block = emptyCounts(items, levelsOf(rule));
  }

  /** Counts of the finished blocks. */
  get total(): ExposureCounts {
    return this.#history.total;
  }

  /** The items that the next session may not ask. */
  next(): BarredItems {
    if (this.#block.sessions === 0) {
      const left = this.#sessions - this.total.sessions;
      const block = Math.min(this.#rule.block, left);
      this.#bars = barsOfBlock({ ...this.#rule, block }, this.#history, this.#seed);
    }
    return this.#bars[this.#block.sessions];
  }

  /** Counts the session that `next` was for, which has ended. */
  count(session: Pick<SessionKernel, 'choices' | 'barred'>): void {
    countChoices(this.#block, session.choices(), session.barred, this.#items);
    if (this.#block.sessions < this.#bars.length) return;
    addBlock(this.#history, this.#block, fadingOf(this.#rule));
    this.#block = emptyCounts(this.#items, levelsOf(this.#rule));
  }
}
