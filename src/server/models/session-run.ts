import type { Item } from '../../../item-bank/items/item.ts';
import type { Pending, RequestTrouble, SessionSummary } from '../../api/sessions.ts';
import { fail, ThetarankError } from '../../errors.ts';
import { FIELD_WORDS } from '../../examinee/endpoint/configuration/setting-words.ts';
import { type AskOptions, askItem } from '../../run/ask-item.ts';
import { Budget } from '../../run/budget.ts';
import { FirstAnswers } from '../../run/first-answers.ts';
import { mostCost } from '../../run/most-cost.ts';
import { absentKind } from '../../scoring/absent.ts';
import {
  firstFoundWords,
  type PatternHints,
  todoWords,
} from '../../scoring/patterns/pattern-words.ts';
import { keepable } from '../../text/keepable.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { ConfiguredModel } from './configured-models.ts';

/** The dependencies of a run. */
export interface SessionRunServices {
  readonly sessions: Pick<SessionService, 'pending' | 'answer' | 'charge'>;
  /** Answers so far, if none of them could be read; else null. */
  readonly unread: number | null;
  readonly model: ConfiguredModel;
  readonly itemOf: (id: string) => Promise<Item>;
  readonly askOf: (item: Item) => AskOptions;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const HINTS: PatternHints = {
  look: 'Ask the model a question by hand and look at its output. Pause the session until the cause is fixed.',
  longer: `raise ${FIELD_WORDS.maxTokens} in the configuration of the service`,
};

/** The name, among the items, for the work of finding the next items; no item has an empty name. */
const LOOKING = '';

/**
 * Asks a model the items of one session, as many at once as the session has in flight, and submits each answer as soon as it
 * arrives. Answers in flight when the session stops are awaited: they are paid for, and count if the session accepts them.
 */
export class SessionRun {
  readonly #id: string;
  readonly #services: SessionRunServices;
  readonly #budget: Budget;
  readonly #most: (item: Item) => number;
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  readonly #first: FirstAnswers;
  /** When the first answers had shown a fault, in milliseconds since 1970. */
  #doubtedAt: number;
  #hold = new AbortController();
  #failure: unknown = null;

  constructor({ id, budget, cost }: SessionSummary, services: SessionRunServices) {
    this.#id = id;
    this.#services = services;
    this.#first = new FirstAnswers(services.unread);
    this.#doubtedAt = services.now();
    this.#budget = new Budget(budget ?? Number.POSITIVE_INFINITY);
    this.#budget.add(cost ?? 0);
    this.#most = mostCost(services.model.configuration, services.askOf);
  }

  /** Starts no further request; waiting ones are dropped. */
  hold(): void {
    this.#hold.abort();
  }

  /** Also ends requests in flight. */
  abort(): void {
    this.hold();
    this.#abort.abort();
  }

  /** Continues immediately after a hold, while earlier answers may still arrive. */
  resume(): void {
    if (this.#failure !== null || !this.#hold.signal.aborted) return;
    this.#hold = new AbortController();
    this.#look();
  }

  /** What goes wrong with the requests to the model now, and the fault that all its answers so far have, if any. */
  troubles(): RequestTrouble[] {
    const requests = this.#services.model.troubles();
    const pattern = this.#first.pattern();
    if (pattern === null) return requests;
    const doubt = {
      cause: pattern.pattern,
      since: new Date(this.#doubtedAt).toISOString(),
      message: firstFoundWords(pattern, HINTS),
      todo: todoWords(pattern, HINTS),
      retryIn: null,
    };
    return [doubt, ...requests];
  }

  /**
   * Asks until nothing is left to ask, or it is held.
   * @throws the final error of a question, after all others in flight have ended; errors of the store
   */
  async run(): Promise<void> {
    this.#look();
    while (this.#inFlight.size > 0) await Promise.race(this.#inFlight.values());
    if (this.#failure !== null) throw this.#failure;
  }

  /** Asks the items that the session now wants. */
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
          // Held and resumed before it was dropped, so it is asked after all.
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

  /** @returns the next items of the session */
  async #ask(id: string): Promise<Pending> {
    const { sessions, model, askOf, itemOf, now } = this.#services;
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
      // A cached reply serves only its own session, if it came too late to be counted. The next session measures the model that
      // now answers at that address: a new checkpoint, or another sample of the same one.
      const draw = `session ${this.#id}`;
      const [who, how, abort] = [model.examinee(), askOf(item), this.#abort.signal];
      const given = await askItem(who, item, how, abort, hold, draw);
      cost = given.cost;
      if (this.#first.note(given) !== null) this.#doubtedAt = now();
      const { score, tokens, latency } = given;
      const extracted = keepable(given.extracted);
      const absent = absentKind(given);
      const facts = { cost, tokens: tokens.prompt + tokens.completion, latency, extracted, absent };
      const reply = await sessions.answer(this.#id, [{ item: id, score }], [facts]);
      const [{ status, code, reason }] = reply.results;
      isKept = status === 'taken';
      // Another instance may have asked it too, after this one was cut off from the database.
      const isGiven = code === 'ANSWER_GIVEN';
      if (status === 'refused' && !isGiven && reply.state === 'open')
        fail('SESSION_INVALID', { reason: `the answer to ${id} was refused: ${reason ?? code}` });
      return reply;
    } catch (error) {
      if (error instanceof ThetarankError && error.details.cost !== undefined)
        cost = Number(error.details.cost);
      // The cost of an aborted request is unknown; use the greatest possible cost.
      else if (this.#abort.signal.aborted) cost = most;
      throw error;
    } finally {
      this.#budget.settle(most, cost);
      if (!isKept && cost > 0) await sessions.charge(this.#id, cost);
    }
  }
}
