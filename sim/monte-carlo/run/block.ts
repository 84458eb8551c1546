import type { CatBank } from '../../../src/cat/bank.ts';
import { information } from '../../../src/irt/information.ts';
import { predictedScore } from '../../../src/irt/predicted-score.ts';
import { mean } from '../../../src/statistics/mean.ts';
import { ExposureSeries } from '../../exposure/exposure-series.ts';
import type { StudyDesign } from '../design/study-design.ts';
import { abilityBins, type Bins } from '../measure/bins.ts';
import type { BlockSums, ExposureSearch, GroupSums } from '../measure/group-sums.ts';
import { GroupSumsBuilder, type SessionEvaluation } from '../measure/group-sums-builder.ts';
import { examineeCount, trueAbility } from '../truth/abilities.ts';
import { drawAnswers } from '../truth/true-model.ts';
import {
  bankSize,
  isBankDrawn,
  prepareReplication,
  type Replication,
  type Study,
  type TruthTests,
} from './replication.ts';
import type { SessionKernel } from './session-kernel.ts';
import { emptyRows, type SessionRows } from './session-rows.ts';

/**
 * Blocks of a study. Each is one group of examinees of one replication, with their tests in all cells; or a whole replication
 * if the items of an examinee depend on earlier examinees.
 */
export function blockCount(design: StudyDesign): number {
  return design.replications * blocksOfReplication(design);
}

/** Blocks of a replication. */
export function blocksOfReplication(design: StudyDesign): number {
  return groupCount(design) / groupsOfBlock(design);
}

/** The result of a block. */
export interface BlockResult {
  readonly sums: BlockSums;
  /** Null if rows are not requested. */
  readonly rows: SessionRows | null;
}

/** Groups of a replication. */
export function groupCount(design: StudyDesign): number {
  return Math.ceil(examineeCount(design) / design.group);
}

/** Examinees of the largest group. The others have the same number or one fewer, so that no small group is left over. */
export function largestGroup(design: StudyDesign): number {
  return Math.ceil(examineeCount(design) / groupCount(design));
}

/** The first examinee, from 0, of a group of a replication; the previous group ends before it. */
function groupStart(group: number, design: StudyDesign): number {
  return Math.floor((group * examineeCount(design)) / groupCount(design));
}

/** Groups of a block. */
export function groupsOfBlock(design: StudyDesign): number {
  return design.cells.some(({ exposed }) => exposed !== null) ? groupCount(design) : 1;
}

/**
 * A simulator of blocks, which keeps the shared part of a replication. A block depends only on the study and its number, not on
 * the thread or on earlier blocks.
 *
 * @returns a function from the number of a block, from 0, to its result
 */
export function blockSimulator(study: Study, wantsRows: boolean): (block: number) => BlockResult {
  const { design } = study;
  const simulate = examineeSimulator(study);
  const size = groupsOfBlock(design);
  const blocks = blocksOfReplication(design);
  return (block) => {
    const first = (block % blocks) * size;
    const groups = Array.from({ length: size + 1 }, (_, k) => groupStart(first + k, design));
    const rows = wantsRows ? emptyRows() : null;
    return { sums: simulate(1 + Math.floor(block / blocks), groups, rows), rows };
  };
}

/**
 * A simulator of examinees, for a replication, from 1, and groups of its examinees: each from one of `starts` up to but not including
 * the next. Rules of exposure begin with the first of them. Their sessions are added to `rows`, where they are given.
 */
export function examineeSimulator(
  study: Study,
): (replication: number, starts: readonly number[], rows?: SessionRows | null) => BlockSums {
  const { design } = study;
  let replication: Replication | null = null;
  return (number, starts, rows = null) => {
    const isSame = replication !== null && (!isBankDrawn(study) || replication.number === number);
    if (!isSame) replication = prepareReplication(study, number);
    const examinees = starts[starts.length - 1] - starts[0];
    const simulation = new GroupSimulation(
      replication!,
      design,
      bankSize(study),
      number,
      examinees,
      rows,
    );
    return starts.slice(1).map((end, k) => simulation.group(starts[k], end));
  };
}

/** Examinees who take the tests of all cells, one after another. */
class GroupSimulation {
  readonly #truthTests: readonly TruthTests[];
  readonly #design: StudyDesign;
  readonly #number: number;
  readonly #bins: Bins;
  readonly #answers: Uint8Array;
  readonly #best: Float64Array;
  readonly #weights: Float64Array;
  readonly #rows: SessionRows | null;
  /** By cell; null if items may be asked as often as they are chosen. */
  readonly #exposure: (ExposureSeries | null)[];
  readonly #searches: (ExposureSearch | null)[];

  constructor(
    { truthTests }: Replication,
    design: StudyDesign,
    items: number,
    replication: number,
    examinees: number,
    rows: SessionRows | null,
  ) {
    this.#rows = rows;
    this.#truthTests = truthTests;
    this.#design = design;
    this.#number = replication;
    this.#bins = abilityBins(design);
    this.#answers = new Uint8Array(items);
    const longest = design.cells.reduce((most, { length }) => Math.max(most, length), 0);
    this.#best = new Float64Array(Math.min(longest, items) + 1);
    this.#weights = new Float64Array(items).fill(1 / items);
    this.#exposure = new Array(design.cells.length).fill(null);
    this.#searches = new Array(design.cells.length).fill(null);
    for (const { tests } of truthTests)
      for (const { cell, exposure } of tests)
        if (exposure !== null) {
          this.#searches[cell] = exposure.search;
          this.#exposure[cell] = new ExposureSeries(
            exposure.rule,
            items,
            examinees,
            `${design.seed}/${replication}`,
          );
        }
  }

  /** The sums of a group that is ranked together, by cell. */
  group(first: number, end: number): GroupSums[] {
    const { cells } = this.#design;
    const truth = new Float64Array(end - first);
    const builders = cells.map(
      (cell) =>
        new GroupSumsBuilder(this.#answers.length, this.#bins, truth.length, cell, this.#design),
    );
    for (let k = 0; k < truth.length; k++) {
      truth[k] = trueAbility(this.#design, this.#number, first + k);
      this.#examinee(k, first + k, truth[k], builders);
    }
    return builders.map((one, cell) => one.groupSums(truth, this.#searches[cell]));
  }

  #examinee(
    k: number,
    examinee: number,
    ability: number,
    builders: readonly GroupSumsBuilder[],
  ): void {
    const { seed } = this.#design;
    const [answers, best] = [this.#answers, this.#best];
    this.#truthTests.forEach((truth, w) => {
      drawAnswers(truth.model, ability, answers, seed, this.#number, examinee);
      // Truths that do not change the parameters have the same best tests.
      if (w === 0 || truth.trueIndex !== this.#truthTests[w - 1].trueIndex)
        bestInformation(truth, ability, best);
      const score = mean(answers);
      for (const { cell, bank, kernel } of truth.tests) {
        const series = this.#exposure[cell];
        if (series !== null) kernel.bar(series.next().items);
        kernel.run(`${seed}/${this.#number}/${examinee}`, answers);
        series?.count(kernel);
        const predicted = predictedScore(kernel.answers, kernel.estimate, this.#weights).score;
        const possible = best[kernel.length];
        // If no item is informative, no test could be better.
        const efficiency = possible > 0 ? informationAt(ability, kernel, truth) / possible : 1;
        const cost = costOf(kernel, bank);
        const evaluation = { ability, efficiency, score, predicted, cost };
        builders[cell].add(k, kernel, evaluation);
        if (this.#rows !== null) this.#addRow(this.#rows, cell, examinee, kernel, evaluation);
      }
    });
  }

  #addRow(
    rows: SessionRows,
    cell: number,
    examinee: number,
    { length, stopped, estimate }: SessionKernel,
    { ability, score, predicted }: SessionEvaluation,
  ): void {
    rows.cell.push(cell);
    rows.replication.push(this.#number);
    rows.examinee.push(examinee + 1);
    rows.trueAbility.push(ability);
    rows.estimate.push(estimate.ability);
    rows.se.push(Number.isFinite(estimate.se) ? estimate.se : null);
    rows.asked.push(length);
    rows.stopped.push(stopped);
    rows.atBound.push(estimate.atBound);
    rows.score.push(score);
    rows.predictedScore.push(predicted);
  }
}

/** Writes into `best` the greatest information that k items can have at an ability, at k. */
function bestInformation(
  { trueIndex, model }: TruthTests,
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
  { model }: TruthTests,
): number {
  const { a, b, c, d } = model.items;
  let sum = 0;
  for (let k = 0; k < length; k++) {
    const j = index[k];
    sum += information(ability, a[j], b[j], c[j], d[j]);
  }
  return sum;
}

/** The sum of the costs of a test; 0 if they are not known. */
function costOf({ index, length }: SessionKernel, { costs }: CatBank): number {
  let sum = 0;
  if (costs !== null) for (let k = 0; k < length; k++) sum += costs[index[k]];
  return sum;
}
