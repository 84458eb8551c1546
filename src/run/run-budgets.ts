import type { Reply } from '../examinee/examinee.ts';
import type { Clock } from '../examinee/services.ts';
import { Budget } from './budget.ts';

/** The possible bounds of a run. */
export const BUDGET_KINDS = ['money', 'tokens', 'time'] as const;
export type BudgetKind = (typeof BUDGET_KINDS)[number];

/** The most of each: dollars and tokens of the whole run, milliseconds from now on; null without a bound. */
export type BudgetLimits = Readonly<Record<BudgetKind, number | null>>;

export const NO_LIMITS: BudgetLimits = { money: null, tokens: null, time: null };

/** What calls take of the budgets. */
export interface Taken {
  readonly dollars: number;
  /** Of prompts and answers. */
  readonly tokens: number;
}

/** All bounds of a run; asking ends before any is exceeded. */
export class RunBudgets {
  readonly #money: Budget;
  readonly #tokens: Budget;
  readonly #spent = new Set<BudgetKind>();
  readonly #clock: Clock;
  readonly #begin: number;
  readonly #deadline: number;
  readonly #late = new AbortController();
  readonly #closed = new AbortController();

  /**
   * The time begins now.
   * @param before what the run has taken before this session
   */
  constructor({ money, tokens, time }: BudgetLimits, before: Taken, clock: Clock) {
    this.#money = new Budget(money ?? Number.POSITIVE_INFINITY);
    this.#money.add(before.dollars);
    this.#tokens = new Budget(tokens ?? Number.POSITIVE_INFINITY);
    this.#tokens.add(before.tokens);
    this.#clock = clock;
    this.#begin = clock.now();
    this.#deadline = this.#begin + (time ?? Number.POSITIVE_INFINITY);
    if (time !== null)
      clock.sleep(time, this.#closed.signal).then(
        () => this.#expire(),
        () => {},
      );
  }

  /** Dollars and tokens of the run so far. */
  get taken(): Taken {
    return { dollars: this.#money.spent, tokens: this.#tokens.spent };
  }

  /** Milliseconds since the beginning. */
  get elapsed(): number {
    return this.#clock.now() - this.#begin;
  }

  /** The budgets that refused a call, in a fixed order. */
  get spent(): BudgetKind[] {
    return BUDGET_KINDS.filter((kind) => this.#spent.has(kind));
  }

  /** Aborted once the time is over: no call is begun from then on, and nothing waits for its turn any more. */
  get late(): AbortSignal {
    return this.#late.signal;
  }

  /**
   * Sets the most that a call can take apart. Waits where calls in flight may still give back enough; false if they
   * cannot, or where the time is over. Calls are served in the order they ask.
   */
  async reserve({ dollars, tokens }: Taken): Promise<boolean> {
    // Always the money first, so that no two calls wait for each other.
    if (!(await this.#money.reserve(dollars))) return this.#refuse('money');
    if (!(await this.#tokens.reserve(tokens))) {
      this.#money.settle(dollars, 0);
      return this.#refuse('tokens');
    }
    if (this.#clock.now() < this.#deadline) return true;
    this.settle({ dollars, tokens }, { dollars: 0, tokens: 0 });
    this.#expire();
    return false;
  }

  /** A call that had `most` set apart has taken `taken`. */
  settle(most: Taken, taken: Taken): void {
    this.#money.settle(most.dollars, taken.dollars);
    this.#tokens.settle(most.tokens, taken.tokens);
  }

  /** A worker elsewhere, which has a part of the budgets, was refused by some of them; and what calls there have taken. */
  note(taken: Taken, refused: readonly BudgetKind[]): void {
    this.settle({ dollars: 0, tokens: 0 }, taken);
    for (const kind of refused) this.#refuse(kind);
  }

  /** Ends waiting for the end of the time. */
  close(): void {
    this.#closed.abort();
  }

  #refuse(kind: BudgetKind): false {
    this.#spent.add(kind);
    return false;
  }

  #expire(): void {
    this.#spent.add('time');
    this.#late.abort();
  }
}

/**
 * Tokens of replies. Those of a cache took none; null if an endpoint did not count them, so that they are not known.
 */
export function tokensOf(replies: readonly Pick<Reply, 'tokens' | 'cached' | 'refused'>[]) {
  let sum = 0;
  for (const { tokens, cached, refused } of replies) {
    if (cached || refused !== null) continue;
    const own = tokens.prompt + tokens.completion;
    if (own === 0) return null;
    sum += own;
  }
  return sum;
}
