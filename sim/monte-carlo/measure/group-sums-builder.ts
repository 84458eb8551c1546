import type { SprtRule } from '../../../src/cat/stop/rules.ts';
import { NORMAL_95 } from '../../../src/statistics/normal-points.ts';
import type { Cell } from '../design/cells.ts';
import type { StudyDesign } from '../design/study-design.ts';
import type { SessionKernel } from '../run/session-kernel.ts';
import type { Bins } from './bins.ts';
import { isCalledAbove, ratioTest } from './classification.ts';
import { BIN_SUMS, type ExposureSearch, type GroupSums } from './group-sums.ts';
import { rankAgreement } from './rank-agreement.ts';

/** Half-width of a 95% interval in standard errors. */

/** Values of a test besides its session. */
export interface SessionEvaluation {
  /** The true one. */
  readonly ability: number;
  /** Information at the true ability, divided by that of the same number of best items for it. */
  readonly efficiency: number;
  /** Score on the whole bank, in [0, 1], and its prediction by the test. */
  readonly score: number;
  readonly predicted: number;
  /** Cost of the items asked; 0 if costs are unknown. */
  readonly cost: number;
}

/** Collects the sums of a group in one cell, session by session. */
export class GroupSumsBuilder {
  readonly #bins: Bins;
  readonly #top: readonly number[];
  readonly #cuts: readonly number[];
  readonly #ratio: SprtRule | null;
  readonly #classes: [falseAbove: number, falseBelow: number][];
  readonly #sums: Float64Array;
  readonly #exposures: Int32Array;
  readonly #estimates: Float64Array;
  readonly #lengths = new Map<number, number>();
  readonly #stops = new Map<string, number>();
  #efficiency = 0;
  #cost = 0;
  #scoreError = 0;
  #absoluteScoreError = 0;

  /**
   * @param size examinees of the group
   * @param top how many of the best are looked for, each time
   */
  constructor(
    items: number,
    bins: Bins,
    size: number,
    { stop }: Cell,
    { top, cuts }: Pick<StudyDesign, 'top' | 'cuts'>,
  ) {
    this.#bins = bins;
    this.#top = top;
    this.#cuts = cuts;
    this.#ratio = ratioTest(stop);
    this.#classes = cuts.map(() => [0, 0]);
    this.#sums = new Float64Array(bins.list.length * BIN_SUMS.count);
    this.#exposures = new Int32Array(items);
    this.#estimates = new Float64Array(size);
  }

  /** @param k place of the examinee in the group, from 0 */
  add(
    k: number,
    kernel: SessionKernel,
    { ability, efficiency, score, predicted, cost }: SessionEvaluation,
  ): void {
    const { index, length, stopped } = kernel;
    const { ability: estimate, se, atBound } = kernel.estimate;
    const scoreError = predicted - score;
    const at = this.#bins.of(ability) * BIN_SUMS.count;
    const error = estimate - ability;
    const sums = this.#sums;
    sums[at + BIN_SUMS.sessions]++;
    sums[at + BIN_SUMS.error] += error;
    sums[at + BIN_SUMS.squaredError] += error * error;
    if (Number.isFinite(se)) {
      sums[at + BIN_SUMS.se] += se;
      sums[at + BIN_SUMS.seCount]++;
    }
    if (Math.abs(error) <= NORMAL_95 * se) sums[at + BIN_SUMS.covered]++;
    if (atBound) sums[at + BIN_SUMS.atBound]++;
    this.#estimates[k] = estimate;
    this.#lengths.set(length, (this.#lengths.get(length) ?? 0) + 1);
    this.#stops.set(stopped, (this.#stops.get(stopped) ?? 0) + 1);
    for (let p = 0; p < length; p++) this.#exposures[index[p]]++;
    this.#cuts.forEach((cut, n) => {
      const isAbove = isCalledAbove(cut, kernel, this.#ratio);
      if (isAbove !== ability >= cut) this.#classes[n][isAbove ? 0 : 1]++;
    });
    this.#efficiency += efficiency;
    this.#cost += cost;
    this.#scoreError += scoreError;
    this.#absoluteScoreError += Math.abs(scoreError);
  }

  /** @param search of the cell's rule of exposure */
  groupSums(truth: Float64Array, search: ExposureSearch | null): GroupSums {
    const exposures: [number, number][] = [];
    this.#exposures.forEach((n, j) => {
      if (n > 0) exposures.push([j, n]);
    });
    return {
      bins: Array.from(this.#sums),
      lengths: [...this.#lengths].sort(([x], [y]) => x - y),
      stops: [...this.#stops].sort(([x], [y]) => (x < y ? -1 : 1)),
      search,
      exposures,
      efficiency: this.#efficiency,
      cost: this.#cost,
      scoreError: this.#scoreError,
      absoluteScoreError: this.#absoluteScoreError,
      classes: this.#classes,
      agreement: rankAgreement(this.#estimates, truth, this.#top),
    };
  }
}
