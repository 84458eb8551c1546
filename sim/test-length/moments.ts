/** Mean and variance of numbers that come one at a time (Welford 1962). */
export class Moments {
  count = 0;
  mean = 0;
  #squares = 0;

  add(value: number): void {
    this.count++;
    const change = value - this.mean;
    this.mean += change / this.count;
    this.#squares += change * (value - this.mean);
  }

  /** With n − 1; 0 for fewer than two numbers. */
  get variance(): number {
    return this.count < 2 ? 0 : this.#squares / (this.count - 1);
  }

  /** Of the mean; null for fewer than two numbers. */
  get se(): number | null {
    return this.count < 2 ? null : Math.sqrt(this.variance / this.count);
  }
}
