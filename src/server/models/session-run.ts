import type { Item } from '../../../item-bank/items/item.ts';
import type { Pending, SessionSummary } from '../../api/sessions.ts';
import { fail, ThetarankError } from '../../errors.ts';
import { type AskOptions, askItem } from '../../run/ask-item.ts';
import { Budget } from '../../run/budget.ts';
import { mostCost } from '../../run/most-cost.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { ConfiguredModel } from './configured-models.ts';

/** What a run needs from outside. */
export interface SessionRunServices {
  readonly sessions: Pick<SessionService, 'pending' | 'answer' | 'charge'>;
  readonly model: ConfiguredModel;
  readonly itemOf: (id: string) => Promise<Item>;
  readonly askOf: (item: Item) => AskOptions;
}

/** Names the work of looking what is to be asked, among the items: no item has an empty name. */
const LOOKING = '';

/**
 * Asks a model the items of one session, as many at once as the session has in flight, and hands each answer in as soon as it
 * is there. What is in flight when the session stops is awaited: it is paid for, and counts if the session takes it.
 */
export class SessionRun {
  readonly #id: string;
  readonly #services: SessionRunServices;
  readonly #budget: Budget;
  readonly #most: (item: Item) => number;
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  #hold = new AbortController();
  #failure: unknown = null;

  constructor({ id, budget, cost }: SessionSummary, services: SessionRunServices) {
    this.#id = id;
    this.#services = services;
    this.#budget = new Budget(budget ?? Number.POSITIVE_INFINITY);
    this.#budget.add(cost ?? 0);
    this.#most = mostCost(services.model.configuration, services.askOf);
  }

  /** Begins no further request; what waits for its turn leaves. */
  hold(): void {
    this.#hold.abort();
  }

  /** Ends what is in flight too. */
  abort(): void {
    this.hold();
    this.#abort.abort();
  }

  /** Goes on at once after it was held, while what was in flight then may still come. */
  resume(): void {
    if (this.#failure !== null || !this.#hold.signal.aborted) return;
    this.#hold = new AbortController();
    this.#look();
  }

  /**
   * Asks until there is nothing to ask, or it is held.
   * @throws what a question ended with for good, once all others in flight have ended; what the store throws
   */
  async run(): Promise<void> {
    this.#look();
    while (this.#inFlight.size > 0) await Promise.race(this.#inFlight.values());
    if (this.#failure !== null) throw this.#failure;
  }

  /** Asks what the session wants by now. */
  #look(): void {
    this.#track(LOOKING, async () =>
      this.#begin(await this.#services.sessions.pending(this.#id, false)),
    );
  }

  #begin({ state, items }: Pick<Pending, 'state' | 'items'>): void {
    if (state !== 'open' || this.#hold.signal.aborted) return;
    for (const { item } of items)
      if (!this.#inFlight.has(item))
        this.#track(item, async () => this.#begin(await this.#ask(item)));
  }

  /** Does work that `run` waits for. */
  #track(key: string, work: () => Promise<void>): void {
    const { signal } = this.#hold;
    const done: Promise<void> = work().then(
      () => this.#done(key, done),
      (error: Error) => {
        this.#done(key, done);
        const hasLeft = signal.aborted && error.name === 'AbortError';
        if (hasLeft) {
          // Held and gone on with before it left: it is asked after all.
          if (!this.#hold.signal.aborted) this.#look();
          return;
        }
        this.#failure ??= error;
        this.hold();
      },
    );
    this.#inFlight.set(key, done);
  }

  #done(key: string, work: Promise<void>): void {
    if (this.#inFlight.get(key) === work) this.#inFlight.delete(key);
  }

  /** @returns what the session wants next */
  async #ask(id: string): Promise<Pending> {
    const { sessions, model, askOf, itemOf } = this.#services;
    const hold = this.#hold.signal;
    const item = await itemOf(id);
    const most = this.#most(item);
    if (!(await this.#budget.reserve(most))) {
      const { limit, spent } = this.#budget;
      fail('SESSION_BUDGET_SPENT', { limit, spent, most });
    }
    let cost = 0;
    let isKept = false;
    try {
      hold.throwIfAborted();
      // A kept reply serves its own session alone, where it came too late to be counted. The next session measures what
      // answers now at that address: a new checkpoint, or another sample of the same one.
      const draw = `session ${this.#id}`;
      const [who, how, abort] = [model.examinee(), askOf(item), this.#abort.signal];
      const given = await askItem(who, item, how, abort, hold, draw);
      cost = given.cost;
      const { score, tokens, latency } = given;
      const facts = { cost, tokens: tokens.prompt + tokens.completion, latency };
      const reply = await sessions.answer(this.#id, [{ item: id, score }], [facts]);
      const [{ status, code, reason }] = reply.results;
      isKept = status === 'taken';
      if (status === 'refused' && reply.state === 'open')
        fail('SESSION_INVALID', { reason: `the answer to ${id} was refused: ${reason ?? code}` });
      return reply;
    } catch (error) {
      if (error instanceof ThetarankError && error.code === 'EXAMINEE_FAILED')
        cost = Number(error.details.cost ?? 0);
      // The cost of an aborted request is not known: the most that it can have cost.
      else if (this.#abort.signal.aborted) cost = most;
      throw error;
    } finally {
      this.#budget.settle(most, cost);
      if (!isKept && cost > 0) await sessions.charge(this.#id, cost);
    }
  }
}
