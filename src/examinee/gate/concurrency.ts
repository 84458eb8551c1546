/** How many requests may be in flight at the start, if the ceiling allows. */
const START = 8;
/** Factors on the limit after a sign of overload, and after a strong rise of latency. */
const AFTER_OVERLOAD = 0.5;
const AFTER_SLOWNESS = 0.8;
/** Recent latency over the baseline that counts as a strong rise. */
const STRONG_RISE = 3;
/** Answers before the baseline means something. */
const WARM = 32;
/** Weights of a new answer in the recent and in the long mean of log latency. */
const RECENT = 1 / 16;
const LONG = 1 / 512;

/**
 * The number of requests at a time, between 1 and a ceiling, found by trying. It grows by one per answer until the first sign
 * of overload (so it doubles with each round of requests), then by one per round. A sign of overload halves the limit; latency
 * at three times its own baseline takes a fifth of it. Only requests that were begun since the last decrease can cause another,
 * so that one burst of refusals counts once.
 *
 * Latencies are compared as geometric means: answers differ in length by orders of magnitude.
 *
 * @see Chiu & Jain (1989), Analysis of the increase and decrease algorithms for congestion avoidance
 */
export class Concurrency {
  #ceiling: number;
  #limit: number;
  #isSearching = true;
  /** The place in the order of requests from which on a sign of overload counts. */
  #since = 0;
  #answers = 0;
  #recent = 0;
  #baseline = 0;

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
    this.#limit = Math.min(START, ceiling);
  }

  /** A whole number from 1 to the ceiling. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Lowers the ceiling to `ceiling`, if that is lower. */
  lower(ceiling: number): void {
    this.#ceiling = Math.min(this.#ceiling, ceiling);
    this.#limit = Math.min(this.#limit, this.#ceiling);
  }

  /**
   * @param request the place of the request in the order of requests, from 0
   * @param begun how many have been begun by now
   * @param latency in milliseconds
   */
  answered(request: number, begun: number, latency: number): void {
    const log = Math.log(Math.max(latency, 1));
    this.#answers++;
    this.#baseline += (log - this.#baseline) * Math.max(1 / this.#answers, LONG);
    if (request >= this.#since)
      this.#recent += (log - this.#recent) * Math.max(1 / this.#answers, RECENT);
    const isSlow = this.#answers >= WARM && this.#recent - this.#baseline > Math.log(STRONG_RISE);
    if (isSlow) this.#decrease(request, begun, AFTER_SLOWNESS);
    else
      this.#limit = Math.min(
        this.#ceiling,
        this.#limit + (this.#isSearching ? 1 : 1 / this.#limit),
      );
  }

  /** A refusal for too many requests, an overloaded server, or a request that ran out of time. */
  overloaded(request: number, begun: number): void {
    this.#decrease(request, begun, AFTER_OVERLOAD);
  }

  #decrease(request: number, begun: number, left: number): void {
    this.#isSearching = false;
    if (request < this.#since) return;
    this.#limit = Math.max(1, this.#limit * left);
    this.#since = begun;
    this.#recent = this.#baseline;
  }
}
