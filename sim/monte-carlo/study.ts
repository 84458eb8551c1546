import { type Cell, FACTORS, type Factor } from './design/cells.ts';
import type { StudyDesign } from './design/study-design.ts';
import { abilityBins } from './measure/bins.ts';
import { type CellMeasures, CellStudySums } from './measure/cell-study-sums.ts';
import {
  type ConditionComparison,
  conditionComparisons,
  rivals,
} from './measure/condition-comparison.ts';
import type { BlockSums, GroupSums } from './measure/group-sums.ts';
import { namedMeasures } from './measure/named-measures.ts';
import { PairedDifferences } from './measure/paired-differences.ts';
import { FIRST_LOOK, replicationsNeeded, type Sample } from './measure/ratio.ts';
import { blockCount, groupCount, largestGroup } from './run/block.ts';
import { bankSize, drawnAnew, hasCosts, isBankDrawn, type Study } from './run/replication.ts';
import { examineeCount } from './truth/abilities.ts';
import type { ItemSource } from './truth/study-bank.ts';

/** A cell of a study: its factors and results. */
export interface CellResult extends Pick<Cell, Factor>, CellMeasures {
  /** Replications needed for all requested Monte Carlo standard errors; null if one of them is unknown. */
  readonly replicationsNeeded: number | null;
  /** The same for each of them, by the name of the measure. */
  readonly neededBy: Readonly<Record<string, number | null>>;
}

/** The result of a Monte Carlo study. */
export interface MonteCarloReport {
  readonly items: number;
  /** Of the file that banks are drawn from: its items, and lines that are not among them; null if there is no such file. */
  readonly collection: ({ readonly items: number } & ItemSource['leftOut']) | null;
  readonly examinees: number;
  readonly replications: number;
  /** Examinees that were ranked against each other: groups are equal, or have one fewer. */
  readonly group: number;
  readonly seed: string | number;
  /** Whether each replication draws its bank, errors or calibration; standard errors then include variation over banks. */
  readonly bankDrawn: boolean;
  /** The drawn parts of the bank, in words: items, wrong keys, calibration …; empty where `bankDrawn` is false. */
  readonly drawnAnew: readonly string[];
  /** The unit of the standard errors. */
  readonly clusters: 'replications' | 'groups';
  /** How many of these there are. */
  readonly clusterCount: number;
  /** The meaning of the names in the cells. */
  readonly truths: StudyDesign['truths'];
  readonly calibrations: StudyDesign['calibrations'];
  readonly cells: readonly CellResult[];
  /** For each truth, calibration and length, its best cell. */
  readonly comparisons: readonly ConditionComparison[];
}

/** Collects the blocks of a study. They may arrive in any order, and are added up in the order of their numbers. */
export class StudySums {
  readonly #study: Study;
  readonly #cells: readonly CellStudySums[];
  readonly #paired: PairedDifferences;
  readonly #waiting = new Map<number, BlockSums>();
  #next = 0;
  #groups = 0;

  constructor(study: Study) {
    this.#study = study;
    const { list } = abilityBins(study.design);
    const { cells } = study.design;
    // A cell without a rule is compared with the strictest of the others.
    const strictest = cells.reduce<number | null>(
      (least, { exposed }) => (exposed === null ? least : Math.min(least ?? 1, exposed.rate)),
      null,
    );
    this.#paired = new PairedDifferences(rivals(cells), cells.length);
    this.#cells = cells.map(
      ({ exposed }) =>
        new CellStudySums(
          list,
          bankSize(study),
          exposed?.rate ?? strictest,
          hasCosts(study),
          study.design,
        ),
    );
  }

  /** @param groups of the block, each with the sums of every cell */
  add(block: number, groups: BlockSums): void {
    this.#waiting.set(block, groups);
    for (;;) {
      const ready = this.#waiting.get(this.#next);
      if (ready === undefined) return;
      this.#waiting.delete(this.#next);
      this.#next++;
      for (const sums of ready) this.#addUp(sums);
    }
  }

  #addUp(sums: readonly GroupSums[]): void {
    const { design } = this.#study;
    const isLast = ++this.#groups % groupCount(design) === 0;
    this.#paired.add(sums);
    if (isLast || design.replications === 1) this.#paired.closeCluster();
    this.#cells.forEach((cell, k) => {
      cell.add(sums[k]);
      if (isLast) cell.closeReplication();
      if (isLast || design.replications === 1) cell.closeCluster();
    });
  }

  /** Whole replications that are added up. */
  get replications(): number {
    return Math.floor(this.#groups / groupCount(this.#study.design));
  }

  get #sample(): Sample {
    const { replications } = this;
    const isOne = this.#study.design.replications === 1;
    return { replications, clusters: isOne ? this.#groups : replications };
  }

  /** The most replications that any cell needs for a precision of the design; null if one of them is unknown. */
  get needed(): number | null {
    const { precision } = this.#study.design;
    return greatest(
      this.#cells.flatMap((cell) =>
        Object.values(neededBy(cell.measures(), precision, this.#sample)),
      ),
    );
  }

  /** @throws RangeError if blocks are missing */
  report(): MonteCarloReport {
    const { design } = this.#study;
    if (this.#next < blockCount(design)) throw new RangeError(`block ${this.#next} is missing`);
    const { replications, clusters } = this.#sample;
    const { seed, truths, calibrations, precision } = design;
    const cells = design.cells.map((cell, k) => {
      const measures = this.#cells[k].measures();
      const factors = Object.fromEntries(FACTORS.map((name) => [name, cell[name]]));
      const needed = neededBy(measures, precision, this.#sample);
      return {
        ...(factors as Pick<Cell, Factor>),
        ...measures,
        replicationsNeeded: greatest(Object.values(needed)),
        neededBy: needed,
      };
    });
    return {
      items: bankSize(this.#study),
      collection: collectionOf(this.#study),
      examinees: examineeCount(design),
      replications,
      group: largestGroup(design),
      seed,
      bankDrawn: isBankDrawn(this.#study),
      drawnAnew: drawnAnew(this.#study),
      clusters: design.replications === 1 ? 'groups' : 'replications',
      clusterCount: clusters,
      truths,
      calibrations,
      cells,
      comparisons: conditionComparisons(cells, clusters, this.#paired),
    };
  }
}

/** The number of replications before the first look at precision: with fewer, errors look smaller than they are. */
export function firstReplications(
  { replications }: Pick<StudyDesign, 'replications'>,
  most: number,
): number {
  return Math.max(replications, Math.min(most, FIRST_LOOK));
}

/**
 * The number of replications before the next look at precision: the estimated need, but at most twice the present number,
 * because an estimate from few replications is uncertain.
 */
export function nextReplications(replications: number, needed: number, most: number): number {
  return Math.min(most, 2 * replications, needed);
}

/** What is known of the file that the banks of a study are drawn from. */
export function collectionOf({ collection }: Study): MonteCarloReport['collection'] {
  if (collection === undefined || collection === null) return null;
  return { items: collection.items.count, ...collection.leftOut };
}

/** For each requested precision, the number of replications needed; null if unknown. */
function neededBy(
  measures: CellMeasures,
  precision: StudyDesign['precision'],
  sample: Sample,
): Record<string, number | null> {
  const figures = new Map(namedMeasures(measures));
  return Object.fromEntries(
    Object.entries(precision).map(([name, wanted]) => [
      name,
      replicationsNeeded(figures.get(name)!, sample, wanted),
    ]),
  );
}

/** The greatest number; null if one is unknown, or the list is empty. */
function greatest(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((n) => n !== null);
  return known.length === 0 || known.length < numbers.length ? null : Math.max(...known);
}
