import type { Clock } from '../../src/examinee/services.ts';

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** A clock that stands still until it is moved on. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  readonly #timers = new Set<Timer>();

  now = (): number => this.#now;

  sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = { at: this.#now + milliseconds, ring: resolve };
      this.#timers.add(timer);
      signal?.addEventListener('abort', () => {
        this.#timers.delete(timer);
        reject(signal.reason);
      });
    });

  /** How many sleep. */
  get sleeping(): number {
    return this.#timers.size;
  }

  /** Moves on, and wakes who is due, in order; what they do happens at their time. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settled();
    for (;;) {
      const [next] = [...this.#timers].sort((x, y) => x.at - y.at);
      if (next === undefined || next.at > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.ring();
      await settled();
    }
    this.#now = end;
  }
}

/** Everything that can happen without time has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
