import type { Standing } from '../../../api/sessions.ts';
import type { KeptAnswer, KeptSession } from '../../../store/service/service-session-store.ts';
import type { HostedTest } from '../engine/hosted-test.ts';
import type { PlayedAnswer } from '../engine/test-player.ts';
import type { PreparedBank } from '../preparation/prepared-bank.ts';
import type { SessionSettings } from '../settings/session-request.ts';

/** A session in memory, derived from its record, its bank and its answers. */
export class OpenSession {
  kept: KeptSession;
  /** Fixed besides extra time, on which neither the items nor the score depend. */
  settings: SessionSettings;
  readonly bank: PreparedBank;
  readonly test: HostedTest;
  /** Positions of the pretest items, which follow those of the bank. */
  readonly #pretest: ReadonlyMap<string, number>;
  /** Score by place from 0; NaN while awaited. */
  readonly #scores: Float64Array;
  /** Places by the keys of answers; null where there is none. */
  #keys: Map<string, number> | null = null;
  answered = 0;
  /** Answers that are outputs, which the service has scored. */
  outputs = 0;
  /** Dollars for its answers. */
  cost = 0;
  lastAt: string | null = null;
  /** The last standing, and its number of answers. */
  standing: { readonly answers: number; readonly standing: Standing | null } | null = null;
  #last: Promise<unknown> | null = null;

  constructor(kept: KeptSession, settings: SessionSettings, bank: PreparedBank, test: HostedTest) {
    this.kept = kept;
    this.settings = settings;
    this.bank = bank;
    this.test = test;
    const pretest = settings.pretestPlan?.items ?? [];
    const from = bank.recorded.responses.items.length;
    this.#pretest = new Map(pretest.map(({ item }, k) => [item, from + k]));
    this.#scores = new Float64Array(kept.length).fill(Number.NaN);
  }

  get id(): string {
    return this.kept.id;
  }

  /** True while something changes it. */
  get isBusy(): boolean {
    return this.#last !== null;
  }

  get isComplete(): boolean {
    const { isOver, asked } = this.test.state;
    return isOver && this.answered === asked.length;
  }

  /** The place of an item, from 1; 0 if it was not asked. */
  placeOf(item: string): number {
    const index = this.#positionOf(item);
    // From the end: answers mostly follow their items closely.
    return index === undefined ? 0 : this.test.state.asked.lastIndexOf(index) + 1;
  }

  /** The id of the item at a place from 1. */
  itemAt(place: number): string {
    const { items } = this.bank.recorded.responses;
    const position = this.test.state.asked[place - 1];
    return items[position] ?? this.settings.pretestPlan!.items[position - items.length].item;
  }

  #positionOf(item: string): number | undefined {
    return this.bank.positionOf.get(item) ?? this.#pretest.get(item);
  }

  /** The score at a place from 1; NaN while awaited. */
  scoreAt(place: number): number {
    return this.#scores[place - 1];
  }

  /** The place, from 1, of the answer with a key; 0 where there is none. */
  placeOfKey(key: string): number {
    return this.#keys?.get(key) ?? 0;
  }

  /** Places from 1 that an answer is awaited at, in the order of the test. */
  awaited(): number[] {
    const { asked } = this.test.state;
    const places: number[] = [];
    // At most as many as the lag are awaited, and they are the last ones.
    for (let k = asked.length; k > 0 && places.length < asked.length - this.answered; k--)
      if (Number.isNaN(this.#scores[k - 1])) places.push(k);
    return places.reverse();
  }

  /** Counts kept answers. @returns their items and scores, for the test */
  count(answers: readonly KeptAnswer[]): PlayedAnswer[] {
    return answers.map(({ place, item, score, key, cost, at, output }) => {
      this.#scores[place - 1] = score;
      if (key !== null) {
        this.#keys ??= new Map();
        this.#keys.set(key, place);
      }
      this.answered++;
      if (output !== null) this.outputs++;
      this.cost += cost;
      if (this.lastAt === null || at > this.lastAt) this.lastAt = at;
      return [this.#positionOf(item) ?? -1, score];
    });
  }

  /** The answers so far up to the first gap, in the order of the test. */
  played(): PlayedAnswer[] {
    const played: PlayedAnswer[] = [];
    for (const [k, item] of this.test.state.asked.entries()) {
      if (Number.isNaN(this.#scores[k])) break;
      played.push([item, this.#scores[k]]);
    }
    return played;
  }

  /** Runs changes of the session one after another. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const own = before === null ? work() : before.then(work, work);
    this.#last = own;
    try {
      return await own;
    } finally {
      if (this.#last === own) this.#last = null;
    }
  }
}
