const MINUTE = 60_000;

interface Entry {
  readonly at: number;
  amount: number;
}

/**
 * Holds an amount within a limit in every span of 60 seconds: requests (1 each) or tokens. One entry that is larger than
 * the limit by itself is let through when the window is empty; else it would wait forever.
 */
export class MinuteWindow {
  #limit: number;
  /** In the order of time, from `#head`. */
  #entries: Entry[] = [];
  #head = 0;
  #sum = 0;

  /** @param limit a minute; Infinity for none */
  constructor(limit: number) {
    this.#limit = limit;
  }

  lower(limit: number): void {
    this.#limit = Math.min(this.#limit, limit);
  }

  /** Milliseconds from `now` until `amount` fits; 0 if it does. */
  wait(now: number, amount: number): number {
    if (this.#limit === Number.POSITIVE_INFINITY) return 0;
    this.#forget(now);
    let sum = this.#sum;
    let free = now;
    for (let k = this.#head; k < this.#entries.length && sum + amount > this.#limit; k++) {
      sum -= this.#entries[k].amount;
      free = this.#entries[k].at + MINUTE;
    }
    return Math.max(0, free - now);
  }

  /** Returns how to put the amount right once it is known. */
  take(now: number, amount: number): (actual: number) => void {
    if (this.#limit === Number.POSITIVE_INFINITY) return () => {};
    const entry = { at: now, amount };
    this.#entries.push(entry);
    this.#sum += amount;
    return (actual) => {
      // What has left the window is no longer in the sum.
      if (entry.amount < 0) return;
      this.#sum += actual - entry.amount;
      entry.amount = actual;
    };
  }

  #forget(now: number): void {
    while (this.#head < this.#entries.length && this.#entries[this.#head].at + MINUTE <= now) {
      const entry = this.#entries[this.#head++];
      this.#sum -= entry.amount;
      entry.amount = -1;
    }
    if (this.#head > 1024 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
  }
}
