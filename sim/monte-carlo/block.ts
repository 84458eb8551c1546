import { information } from '../../src/irt/information.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { examineeCount, trueAbility } from './abilities.ts';
import { abilityBins, type Bins } from './bins.ts';
import type { Design } from './design.ts';
import { rankAgreement } from './rank-agreement.ts';
import { isBankDrawn, prepareReplication, type Replication, type Study } from './replication.ts';
import type { SessionKernel } from './session-kernel.ts';
import { SUMS, type Tally } from './tally.ts';
import { drawAnswers } from './true-model.ts';

/** A 95% interval reaches so many standard errors to both sides. */
const NORMAL_95 = 1.959963984540054;

/** Blocks of a study: each is one group of examinees of one replication, with their tests in all cells. */
export function blockCount(design: Design): number {
  return design.replications * groupCount(design);
}

/** Groups of a replication. */
export function groupCount(design: Design): number {
  return Math.ceil(examineeCount(design) / design.group);
}

/**
 * A simulator of blocks, which keeps what the blocks of a replication share. A block depends on the study and its number alone:
 * neither on who simulates it, nor on what was simulated before.
 *
 * @returns for the number of a block, from 0, one tally a cell
 */
export function blockSimulator(study: Study): (block: number) => Tally[] {
  const { design } = study;
  const bins = abilityBins(design);
  const groups = groupCount(design);
  const all = examineeCount(design);
  const longest = design.cells.reduce((most, { length }) => Math.max(most, length), 0);
  let replication: Replication | null = null;
  return (block) => {
    const number = 1 + Math.floor(block / groups);
    const isSame = replication !== null && (!isBankDrawn(study) || replication.number === number);
    if (!isSame) replication = prepareReplication(study, number);
    const first = (block % groups) * design.group;
    const size = Math.min(design.group, all - first);
    return simulate(replication!, design, number, first, size, longest, bins);
  };
}

function simulate(
  replication: Replication,
  design: Design,
  number: number,
  first: number,
  size: number,
  longest: number,
  bins: Bins,
): Tally[] {
  const { bank, model, kernels } = replication;
  const items = bank.items.count;
  const truth = new Float64Array(size);
  const answers = new Uint8Array(items);
  const best = new Float64Array(Math.min(longest, items) + 1);
  const weights = new Float64Array(items).fill(1 / items);
  const sums = kernels.map(() => new CellSums(items, bins, size));
  for (let k = 0; k < size; k++) {
    const examinee = first + k;
    const ability = trueAbility(design, number, examinee);
    truth[k] = ability;
    drawAnswers(model, ability, answers, design.seed, number, examinee);
    bestInformation(replication, ability, best);
    const score = answers.reduce((sum, u) => sum + u, 0) / items;
    kernels.forEach((kernel, cell) => {
      kernel.run(`${design.seed}/${number}/${examinee}`, answers);
      const { ability: estimate, se, atBound } = kernel.estimate;
      const predicted = predictedScore(kernel.answers, kernel.estimate, weights).score;
      const possible = best[kernel.length];
      // Where no item tells anything, no test could do better.
      const ratio = possible > 0 ? informationAt(ability, kernel, replication) / possible : 1;
      sums[cell].add(k, kernel, ability, estimate, se, atBound, ratio, predicted - score);
    });
  }
  return sums.map((one) => one.tally(truth));
}

/** Writes into `best` the greatest information that k items can have at an ability, at k. */
function bestInformation(
  { trueIndex, model }: Replication,
  ability: number,
  best: Float64Array,
): void {
  const { a, b, c, d } = model.items;
  const order = new Int32Array(best.length - 1);
  trueIndex.find(ability, () => true, order);
  best[0] = 0;
  for (let k = 0; k < order.length; k++) {
    const j = order[k];
    best[k + 1] = best[k] + information(ability, a[j], b[j], c[j], d[j]);
  }
}

/** The information of a test about an ability, by the true parameters. */
function informationAt(
  ability: number,
  { index, length }: SessionKernel,
  { model }: Replication,
): number {
  const { a, b, c, d } = model.items;
  let sum = 0;
  for (let k = 0; k < length; k++) {
    const j = index[k];
    sum += information(ability, a[j], b[j], c[j], d[j]);
  }
  return sum;
}

/** The tally of a cell while it grows. */
class CellSums {
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
