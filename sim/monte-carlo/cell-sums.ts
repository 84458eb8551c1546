import type { Bins } from './bins.ts';
import { rankAgreement } from './rank-agreement.ts';
import type { SessionKernel } from './session-kernel.ts';
import { SUMS, type Tally } from './tally.ts';

/** A 95% interval reaches so many standard errors to both sides. */
const NORMAL_95 = 1.959963984540054;

/** The tally of a cell while it grows. */
export class CellSums {
  readonly #bins: Bins;
  readonly #sums: Float64Array;
  readonly #exposures: Int32Array;
  readonly #estimates: Float64Array;
  readonly #lengths = new Map<number, number>();
  #efficiency = 0;
  #scoreError = 0;
  #absoluteScoreError = 0;

  constructor(items: number, bins: Bins, size: number) {
    this.#bins = bins;
    this.#sums = new Float64Array(bins.list.length * SUMS.count);
    this.#exposures = new Int32Array(items);
    this.#estimates = new Float64Array(size);
  }

  add(
    k: number,
    { index, length }: SessionKernel,
    ability: number,
    estimate: number,
    se: number,
    atBound: boolean,
    efficiency: number,
    scoreError: number,
  ): void {
    const at = this.#bins.of(ability) * SUMS.count;
    const error = estimate - ability;
    const sums = this.#sums;
    sums[at + SUMS.sessions]++;
    sums[at + SUMS.error] += error;
    sums[at + SUMS.squaredError] += error * error;
    if (Number.isFinite(se)) {
      sums[at + SUMS.se] += se;
      sums[at + SUMS.seCount]++;
    }
    if (Math.abs(error) <= NORMAL_95 * se) sums[at + SUMS.covered]++;
    if (atBound) sums[at + SUMS.atBound]++;
    this.#estimates[k] = estimate;
    this.#lengths.set(length, (this.#lengths.get(length) ?? 0) + 1);
    for (let p = 0; p < length; p++) this.#exposures[index[p]]++;
    this.#efficiency += efficiency;
    this.#scoreError += scoreError;
    this.#absoluteScoreError += Math.abs(scoreError);
  }

  tally(truth: Float64Array): Tally {
    const exposures: [number, number][] = [];
    this.#exposures.forEach((n, j) => {
      if (n > 0) exposures.push([j, n]);
    });
    return {
      bins: Array.from(this.#sums),
      lengths: [...this.#lengths].sort(([x], [y]) => x - y),
      exposures,
      efficiency: this.#efficiency,
      scoreError: this.#scoreError,
      absoluteScoreError: this.#absoluteScoreError,
      agreement: rankAgreement(this.#estimates, truth),
    };
  }
}
