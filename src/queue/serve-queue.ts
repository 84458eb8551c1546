import { setTimeout as delay } from 'node:timers/promises';
import { ThetarankError } from '../errors.ts';
import type { WorkerFacts, WorkerState, WorkerStore } from '../store/work/worker-store.ts';
import { HEARTBEAT, type Message, type Queue } from './queue.ts';

/** Between two looks at queues that are empty, in ms: how long a task waits at most for an idle worker. */
const POLL = 300;
/** Between two signs of life, in ms; three may fail before a message counts as lost. */
const BEAT = (1000 * HEARTBEAT) / 4;
/** After this time without a sign of life, in ms, its own messages count as lost to a worker: before they do to others. */
const LATE = 1000 * HEARTBEAT - BEAT / 2;
/** Between two looks at what else goes on, in ms: how soon a computation that was stopped is heard of. */
const TEND = 1_000;
/** Pause after an error of the database, in ms. */
const OUTAGE = 1_000;
/** How long messages are given back at most when a worker is ended at once, in ms. */
const GIVING_BACK = 2_000;

/** Why a worker gives up what it has, where the database is away. */
const UNHEARD = new Error('the database heard nothing of this worker for long');

/** How messages of a queue are handled. */
export interface QueueHandler {
  readonly queue: string;
  /** Messages that it handles at the same time. */
  readonly slots: number;
  /**
   * Does what a message asks for. It may be done by another worker too, before or at the same time.
   * @param slot the place of the thread, from 0
   * @param lost aborted when another worker may have the message, because the database heard nothing of this one for long
   * @throws if it should be tried again
   */
  handle(message: Message, slot: number, lost: AbortSignal): Promise<void>;
  /** Called about once a second. */
  tend?(): Promise<void>;
  /** Called when no more messages are taken: what waits for others that this process would take must not go on. */
  drained?(): void;
  close?(): Promise<void>;
}

/** Callbacks for what a worker does. */
export interface WorkerWatch {
  /** A message is done, or a try failed. */
  handled(state: WorkerState, error: string | null): void;
  /** The database does not answer: null when it does again. */
  outage(reason: string | null): void;
}

export interface ServeQueueServices {
  readonly queue: Queue;
  readonly workers: WorkerStore;
  /** The queue of the first one is asked first. */
  readonly handlers: readonly QueueHandler[];
  readonly facts: WorkerFacts;
  readonly watch: WorkerWatch;
  /** Aborted to take nothing new, and to end once what it has is done. */
  readonly drain: AbortSignal;
  /** Aborted to end at once: messages are given back. */
  readonly abort: AbortSignal;
}

/** Takes messages and handles them, each handler as many at the same time as it has slots, until it is drained. */
export function serveQueue(services: ServeQueueServices): Promise<WorkerState> {
  return new QueueServer(services).run();
}

class QueueServer {
  readonly #services: ServeQueueServices;
  /** By message as it was taken: a lost one can be taken again before its former try has ended. */
  readonly #active = new Map<Message, AbortController>();
  /** Rejects with a defect: what is not of the registry of errors. */
  readonly #broken = Promise.withResolvers<never>();
  /** With their errors: tries that ended because the database heard nothing of them. It is told as soon as it answers. */
  readonly #unheard = new Map<Message, string>();
  /** When the database was last told that messages are worked on. */
  #held = performance.now();
  /** The free slots of each handler. */
  readonly #free = new Map<QueueHandler, number[]>();
  /** Until when the queue of a handler is not asked, because it had nothing. */
  readonly #emptyUntil = new Map<QueueHandler, number>();
  #done = 0;
  #failed = 0;
  #isOut = false;
  #freed = Promise.withResolvers<void>();

  constructor(services: ServeQueueServices) {
    this.#services = services;
    for (const handler of services.handlers)
      this.#free.set(
        handler,
        Array.from({ length: handler.slots }, (_, k) => k),
      );
  }

  async run(): Promise<WorkerState> {
    const { drain, abort, facts, workers, handlers } = this.#services;
    const ended = new AbortController();
    const { promise: broken, reject: breakOff } = this.#broken;
    const beating = this.#every(BEAT, ended.signal, () => this.#beat()).catch(breakOff);
    const tending = this.#every(TEND, ended.signal, async () => {
      await this.#forgive();
      for (const handler of handlers) await handler.tend?.();
    }).catch(breakOff);
    const watching = setInterval(() => this.#loseLate(), TEND);
    const onDrain = () => {
      this.#freed.resolve();
      for (const handler of handlers) handler.drained?.();
    };
    drain.addEventListener('abort', onDrain);
    if (drain.aborted) onDrain();
    const aborted = new Promise<void>((resolve) => {
      if (abort.aborted) resolve();
      abort.addEventListener('abort', () => resolve());
    });
    try {
      await this.#met(() => this.#sayState());
      await Promise.race([this.#take(), aborted, broken]);
      // While the database does not answer, nobody is told: the row of this worker lapses.
      if (!abort.aborted && !this.#isOut) await this.#met(() => this.#sayState());
      while (this.#active.size > 0 && !abort.aborted)
        await Promise.race([this.#nextFreed(), aborted, broken]);
      if (abort.aborted) await this.#giveBack();
    } catch (error) {
      // Nobody says any more that these are worked on: others will have them.
      for (const lost of this.#active.values()) lost.abort();
      throw error;
    } finally {
      drain.removeEventListener('abort', onDrain);
      ended.abort();
      clearInterval(watching);
    }
    if (!abort.aborted) {
      await Promise.all([beating, tending]);
      if (!this.#isOut) await this.#met(() => this.#forgive());
      for (const handler of handlers) await handler.close?.();
    }
    const left = this.#isOut ? null : this.#met(() => workers.leave(facts.id));
    await (abort.aborted ? inTime(left) : left);
    return this.#state();
  }

  /** Takes messages until it is drained. */
  async #take(): Promise<void> {
    const { drain, abort, handlers, queue } = this.#services;
    while (!drain.aborted && !abort.aborted) {
      if (handlers.every((handler) => this.#free.get(handler)!.length === 0)) {
        await this.#nextFreed();
        continue;
      }
      let taken = 0;
      for (const handler of handlers) {
        const count = this.#free.get(handler)!.length;
        if (drain.aborted) break;
        const isEmpty = performance.now() < (this.#emptyUntil.get(handler) ?? 0);
        if (count === 0 || isEmpty) continue;
        const messages = await this.#met(() => queue.take(handler.queue, count));
        for (const message of messages ?? []) {
          taken++;
          this.#start(handler, message);
        }
        if (!messages?.length) this.#emptyUntil.set(handler, performance.now() + POLL / 2);
      }
      // What becomes free meanwhile may have left something that a full queue has.
      if (taken === 0 && !drain.aborted)
        await delay(this.#isOut ? OUTAGE : POLL, undefined, { signal: drain }).catch(() => {});
    }
  }

  #start(handler: QueueHandler, message: Message): void {
    const free = this.#free.get(handler)!;
    const slot = free.pop()!;
    const lost = new AbortController();
    this.#active.set(message, lost);
    const { queue, watch, abort } = this.#services;
    handler
      .handle(message, slot, lost.signal)
      .then(
        async () => {
          await this.#met(() => queue.done(message));
          this.#done++;
          return null;
        },
        async (error: unknown) => {
          const text = error instanceof Error ? error.message : String(error);
          if (lost.signal.reason === UNHEARD) this.#unheard.set(message, text);
          else if (!abort.aborted) await this.#met(() => queue.failed(message, text));
          this.#failed++;
          return text;
        },
      )
      .then((error) => {
        this.#active.delete(message);
        free.push(slot);
        watch.handled(this.#state(), error);
        this.#freed.resolve();
      })
      .catch(this.#broken.reject);
  }

  /** A database that is away, and a worker that stands still, are no fault of what is worked on. */
  async #forgive(): Promise<void> {
    for (const [message, error] of this.#unheard) {
      await this.#services.queue.forgiven(message, error);
      this.#unheard.delete(message);
    }
  }

  async #beat(): Promise<void> {
    const begun = performance.now();
    const lost = await this.#services.queue.hold([...this.#active.keys()]);
    this.#held = begun;
    for (const message of lost) this.#active.get(message)?.abort();
    await this.#sayState();
  }

  /** By its own clock, which no change of the time of day moves. */
  #loseLate(): void {
    if (performance.now() - this.#held < LATE) return;
    for (const lost of this.#active.values()) lost.abort(UNHEARD);
  }

  #sayState(): Promise<void> {
    return this.#services.workers.renew(this.#services.facts, this.#state());
  }

  #state(): WorkerState {
    return {
      active: this.#active.size,
      done: this.#done,
      failed: this.#failed,
      draining: this.#services.drain.aborted,
    };
  }

  /** Gives messages back, so that others need not wait until they count as lost. */
  async #giveBack(): Promise<void> {
    const { queue } = this.#services;
    const all = [...this.#active.keys()].map((message) =>
      queue.failed(message, 'the worker was ended').catch(() => {}),
    );
    await inTime(Promise.all(all));
  }

  async #nextFreed(): Promise<void> {
    await this.#freed.promise;
    this.#freed = Promise.withResolvers();
  }

  async #every(pause: number, end: AbortSignal, what: () => Promise<void>): Promise<void> {
    while (!end.aborted) {
      await delay(pause, undefined, { signal: end }).catch(() => {});
      if (!end.aborted) await this.#met(what);
    }
  }

  /** Calls the database; an error that a user can act on is told, and undefined comes back: a worker outlasts outages. */
  async #met<T>(call: () => Promise<T>): Promise<T | undefined> {
    const { watch } = this.#services;
    try {
      const result = await call();
      if (this.#isOut) watch.outage(null);
      this.#isOut = false;
      return result;
    } catch (error) {
      if (!(error instanceof ThetarankError)) throw error;
      if (!this.#isOut) watch.outage(error.message);
      this.#isOut = true;
      return undefined;
    }
  }
}

/** Waits for what is done before an end at once, as long as that may take. */
function inTime(work: Promise<unknown> | null): Promise<unknown> {
  return Promise.race([work, delay(GIVING_BACK, undefined, { ref: false })]);
}
