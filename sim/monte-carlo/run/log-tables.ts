import { addAnswer, type LikelihoodGrid } from '../../../src/irt/likelihood-grid.ts';
import { logComplement, logProbability } from '../../../src/irt/log-probability.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';

/** The most numbers in the tables of a study: 64 MB. Answers to further items are computed each time. */
const MOST_NUMBERS = 8_000_000;

/**
 * log P and log(1 − P) of items at the nodes of a likelihood grid, computed when an item is first answered. A session adds one
 * column per answer, with the same numbers that `addAnswer` computes.
 */
export class LogTables {
  readonly #items: ItemParameters;
  readonly #nodes: Float64Array;
  readonly #right: (Float64Array | undefined)[];
  readonly #wrong: (Float64Array | undefined)[];
  #left: number;

  /** @param share of the memory that tables may take, in (0, 1] */
  constructor(items: ItemParameters, nodes: Float64Array, share = 1) {
    this.#left = share * MOST_NUMBERS;
    this.#items = items;
    this.#nodes = nodes;
    this.#right = new Array(items.count).fill(undefined);
    this.#wrong = new Array(items.count).fill(undefined);
  }

  /** Adds the answer `score`, in [0, 1], to item `j` to a grid on these nodes. */
  add(grid: LikelihoodGrid, j: number, score: number): void {
    const isRight = score === 1;
    const column =
      isRight || score === 0
        ? ((isRight ? this.#right : this.#wrong)[j] ?? this.#compute(j, isRight))
        : null;
    if (column === null) {
      addAnswer(grid, this.#items, j, score);
      return;
    }
    const sum = grid.logLikelihood;
    for (let q = 0; q < sum.length; q++) sum[q] += column[q];
  }

  #compute(j: number, isRight: boolean): Float64Array | null {
    const nodes = this.#nodes;
    if (this.#left < nodes.length) return null;
    this.#left -= nodes.length;
    const { a, b, c, d } = this.#items;
    const log = isRight ? logProbability : logComplement;
    const column = nodes.map((theta) => log(theta, a[j], b[j], c[j], d[j]));
    (isRight ? this.#right : this.#wrong)[j] = column;
    return column;
  }
}
