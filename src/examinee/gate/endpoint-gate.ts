import type { Clock } from '../services.ts';
import { Concurrency } from './concurrency.ts';
import { MinuteWindow } from './minute-window.ts';

/** The limits for an endpoint. */
export interface GateLimits {
  /** Requests in flight, from 1. */
  readonly concurrency: number;
  /** In every span of 60 seconds; null for no limit. */
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
}

/** How a request ended, as far as the gate is concerned. */
export type Passage =
  /** `latency` in milliseconds; `tokens` of question and answer, null if the endpoint does not tell. */
  | { readonly as: 'answered'; readonly latency: number; readonly tokens: number | null }
  /** The endpoint is overloaded; no requests for `pause` milliseconds. */
  | { readonly as: 'overloaded'; readonly pause: number }
  /** The endpoint gave it up for another request. */
  | { readonly as: 'interrupted' }
  /** `pause` as above: an endpoint may ask for it with any status. */
  | { readonly as: 'other'; readonly pause: number };

/** After so many interrupted requests the others go one at a time. */
const MOST_INTERRUPTED = 3;

/** A place among the requests in flight. */
export interface Slot {
  /** Gives it back, once. */
  leave(passage: Passage): void;
}

interface Waiting {
  readonly tokens: number;
  readonly admit: (slot: Slot) => void;
}

/**
 * Lets requests to one endpoint pass, first come first served: as many at a time as the endpoint is found to take
 * (`Concurrency`), and within its limits a minute. It knows the time by the clock it is given only.
 */
export class EndpointGate {
  readonly #clock: Clock;
  readonly #concurrency: Concurrency;
  readonly #requests: MinuteWindow;
  readonly #tokens: MinuteWindow;
  readonly #waiting = new Set<Waiting>();
  #begun = 0;
  #inFlight = 0;
  #interrupted = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Ends the sleep until the next request may pass; null if none is slept for. */
  #alarm: AbortController | null = null;

  constructor(limits: GateLimits, clock: Clock) {
    this.#clock = clock;
    this.#concurrency = new Concurrency(limits.concurrency);
    this.#requests = new MinuteWindow(limits.requestsPerMinute ?? Number.POSITIVE_INFINITY);
    this.#tokens = new MinuteWindow(limits.tokensPerMinute ?? Number.POSITIVE_INFINITY);
  }

  /** Requests that may be in flight at present. */
  get limit(): number {
    return this.#concurrency.limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Another examinee of the same endpoint: of two limits the lower one holds. */
  tighten(limits: GateLimits): void {
    this.#concurrency.lower(limits.concurrency);
    this.#requests.lower(limits.requestsPerMinute ?? Number.POSITIVE_INFINITY);
    this.#tokens.lower(limits.tokensPerMinute ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Waits for a slot.
   * @param tokens of question and answer, as far as can be told before
   * @throws the reason of `signal` when it is aborted before
   */
  enter(tokens: number, signal?: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#waiting.delete(waiting);
        reject(signal?.reason);
        this.#pump();
      };
      const waiting: Waiting = {
        tokens,
        admit: (slot) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(slot);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiting);
      this.#pump();
    });
  }

  #pump(): void {
    this.#alarm?.abort();
    this.#alarm = null;
    for (const waiting of this.#waiting) {
      if (this.#inFlight >= this.#concurrency.limit) return;
      const now = this.#clock.now();
      const wait = Math.max(
        this.#pausedUntil - now,
        this.#requests.wait(now, 1),
        this.#tokens.wait(now, waiting.tokens),
      );
      if (wait > 0) {
        this.#sleep(wait);
        return;
      }
      this.#waiting.delete(waiting);
      waiting.admit(this.#slot(now, waiting.tokens));
    }
  }

  #sleep(milliseconds: number): void {
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#clock.sleep(milliseconds, alarm.signal).then(
      () => {
        if (this.#alarm === alarm) this.#pump();
      },
      () => {},
    );
  }

  #slot(now: number, tokens: number): Slot {
    const request = this.#begun++;
    this.#inFlight++;
    this.#requests.take(now, 1);
    const settle = this.#tokens.take(now, tokens);
    return {
      leave: (passage) => {
        this.#inFlight--;
        if (passage.as === 'answered') {
          this.#concurrency.answered(request, this.#begun, passage.latency);
          if (passage.tokens !== null) settle(passage.tokens);
        } else if (passage.as === 'interrupted') {
          if (++this.#interrupted === MOST_INTERRUPTED) this.#concurrency.lower(1);
        } else {
          if (passage.as === 'overloaded') this.#concurrency.overloaded(request, this.#begun);
          // Endpoints also count a failed request, but it wrote no answer.
          if (passage.pause > 0)
            this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + passage.pause);
        }
        this.#pump();
      },
    };
  }
}
