import type { LiveTest } from '../../../ranking/live/live-test.ts';

/** An answer: the position of its item in the bank, and its score in [0, 1]. */
export type PlayedAnswer = readonly [item: number, score: number];

/** The state of a test. */
export interface TestState {
  /** Positions of the items asked so far, in the order of the test. */
  readonly asked: readonly number[];
  readonly isOver: boolean;
  /** Why it ended, if not because of its length. */
  readonly reason: string | null;
}

/**
 * Replays a test from its answers. It asks as many items at once as the lag allows, so that the items depend only on the
 * answers, not on when the test is read.
 */
export class TestPlayer implements TestState {
  readonly test: LiveTest;
  readonly asked: number[] = [];
  readonly #lag: number;
  /** Unanswered items, in the order of the test, with their places from 0. */
  #awaited: { readonly item: number; readonly place: number }[] = [];
  /** Answers to items that are not asked yet, in a replayed test. */
  readonly #early = new Map<number, number>();

  constructor(test: LiveTest, lag: number) {
    this.test = test;
    this.#lag = lag;
    this.#ask();
  }

  get isOver(): boolean {
    return this.test.isOver;
  }

  get reason(): string | null {
    return this.test.reason ?? null;
  }

  /** Answers given so far. */
  get answered(): number {
    return this.asked.length - this.#awaited.length;
  }

  play(answers: readonly PlayedAnswer[]): void {
    for (const [item, score] of answers) this.#early.set(item, score);
    do this.#record();
    while (this.#ask() && this.#early.size > 0);
  }

  #record(): void {
    this.#awaited = this.#awaited.filter(({ item }) => {
      const score = this.#early.get(item);
      if (score === undefined) return true;
      this.#early.delete(item);
      this.test.record(item, score);
      return false;
    });
  }

  /** True if an item was asked. */
  #ask(): boolean {
    const before = this.asked.length;
    for (;;) {
      const firstAwaited = this.#awaited[0]?.place ?? this.asked.length;
      const most = this.#lag - (this.asked.length - firstAwaited);
      const items = most > 0 ? this.test.next(most) : [];
      if (items.length === 0) return this.asked.length > before;
      for (const item of items) {
        this.#awaited.push({ item, place: this.asked.length });
        this.asked.push(item);
      }
    }
  }
}
