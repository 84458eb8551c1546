/**
 * An amount, such as of dollars or of tokens, that calls may take together. A call reserves the most it can take before it is
 * made, and gives back what it did not need: so the limit is never passed, however many are in flight.
 */
export class Budget {
  readonly limit: number;
  #spent = 0;
  #reserved = 0;
  #waiting: { readonly most: number; readonly answer: (granted: boolean) => void }[] = [];

  /** @param limit infinite if there is none */
  constructor(limit: number) {
    this.limit = limit;
  }

  get spent(): number {
    return this.#spent;
  }

  /**
   * Sets `most` apart for a call. Waits where calls in flight may still give back enough; false if they cannot. Calls are
   * served in the order they ask.
   */
  reserve(most: number): Promise<boolean> {
    return new Promise((answer) => {
      this.#waiting.push({ most, answer });
      this.#serve();
    });
  }

  /** A call that had `most` set apart has taken `cost`. */
  settle(most: number, cost: number): void {
    this.#reserved -= most;
    this.#spent += cost;
    this.#serve();
  }

  /** Earlier spending, such as that of the resumed run. */
  add(cost: number): void {
    this.#spent += cost;
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const { most, answer } = this.#waiting[0];
      const fits = this.#spent + this.#reserved + most <= this.limit + ROUNDING;
      // Sums of what was given back leave a rest of rounding.
      if (!fits && this.#reserved > ROUNDING) return;
      this.#waiting.shift();
      if (fits) this.#reserved += most;
      answer(fits);
    }
  }
}

const ROUNDING = 1e-9;
