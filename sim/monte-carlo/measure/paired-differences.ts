import type { CellMeasures } from './cell-study-sums.ts';
import { BIN_SUMS, type GroupSums } from './group-sums.ts';
import { type Figure, Ratio } from './ratio.ts';

/** The criteria of comparison: lower RMSE, or higher τ. */
const CRITERIA = ['rmse', 'kendall'] as const;
export type Criterion = (typeof CRITERIA)[number];

/** The most pairs that are kept: each takes about a hundred bytes, and time in every cluster. */
const MOST_PAIRS = 20_000;

/**
 * Differences between cells with the same examinees, which are more precise than the two figures. Keeps a few sums per pair for
 * any number of replications, and none for more than `MOST_PAIRS` pairs.
 */
export class PairedDifferences {
  /** Cells that are compared with each other, and their pairs, row by row below the diagonal. */
  readonly #groups: readonly {
    readonly cells: readonly number[];
    readonly pairs: Readonly<Record<Criterion, readonly Ratio[]>>;
  }[];
  /** For the present cluster, by cell: sums, and their divisors. */
  readonly #sums: Readonly<Record<Criterion, Float64Array>>;
  readonly #counts: Readonly<Record<Criterion, Float64Array>>;

  /** @param groups positions of cells that are compared with each other */
  constructor(groups: readonly (readonly number[])[], cells: number) {
    const all = groups.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
    const own = (make: () => Float64Array) => ({ rmse: make(), kendall: make() });
    this.#groups =
      all > MOST_PAIRS
        ? []
        : groups.map((group) => {
            const pairs = () =>
              Array.from({ length: (group.length * (group.length - 1)) / 2 }, () => new Ratio());
            return { cells: group, pairs: { rmse: pairs(), kendall: pairs() } };
          });
    this.#sums = own(() => new Float64Array(cells));
    this.#counts = own(() => new Float64Array(cells));
  }

  /** @param groups sums of one group of examinees, one per cell */
  add(groups: readonly GroupSums[]): void {
    groups.forEach(({ bins, agreement: { kendall } }, cell) => {
      for (let at = 0; at < bins.length; at += BIN_SUMS.count) {
        this.#sums.rmse[cell] += bins[at + BIN_SUMS.squaredError];
        this.#counts.rmse[cell] += bins[at + BIN_SUMS.sessions];
      }
      if (kendall === null) return;
      this.#sums.kendall[cell] += kendall;
      this.#counts.kendall[cell]++;
    });
  }

  /** Ends a cluster: what was added since the last one is one entry of the standard errors. */
  closeCluster(): void {
    for (const criterion of CRITERIA) {
      const [sums, counts] = [this.#sums[criterion], this.#counts[criterion]];
      for (const { cells, pairs } of this.#groups)
        cells.forEach((i, row) => {
          for (let column = 0; column < row; column++) {
            const j = cells[column];
            // τ may be undefined in one of them; it counts where both have it.
            const n = Math.min(counts[i], counts[j]);
            if (n > 0)
              pairs[criterion][placeOf(row, column)].add(
                n * (sums[i] / counts[i] - sums[j] / counts[j]),
                n,
              );
          }
        });
      sums.fill(0);
      counts.fill(0);
    }
  }

  /**
   * The figure of one cell minus that of another. If pairs are not kept, its error is that of independent figures, which is
   * rather too large.
   *
   * Of mean squares m with variances v and covariance c, RMSE differ with variance v₁ / 4m₁ + v₂ / 4m₂ − c / 2√(m₁ m₂) by the
   * delta method; c = (v₁ + v₂ − w) / 2, where w is the variance of the difference of the mean squares.
   * @param measures of the two cells, at the positions `i` and `j`
   */
  difference(
    criterion: Criterion,
    [i, one]: readonly [position: number, measures: CellMeasures],
    [j, other]: readonly [position: number, measures: CellMeasures],
  ): Figure {
    const [x, y] = [one[criterion], other[criterion]];
    if (x.value === null || y.value === null) return { value: null, se: null };
    const value = x.value - y.value;
    if (x.se === null || y.se === null) return { value, se: null };
    const paired = this.#ratio(criterion, i, j)?.figure().se ?? null;
    if (paired === null) return { value, se: Math.hypot(x.se, y.se) };
    if (criterion === 'kendall') return { value, se: paired };
    // Of the mean squares: se(√m) = se(m) / 2√m.
    const covariance =
      ((2 * x.value * x.se) ** 2 + (2 * y.value * y.se) ** 2 - paired * paired) / 2;
    const variance = x.se ** 2 + y.se ** 2 - covariance / (2 * x.value * y.value);
    return { value, se: Math.sqrt(Math.max(0, variance)) };
  }

  #ratio(criterion: Criterion, i: number, j: number): Ratio | null {
    for (const { cells, pairs } of this.#groups) {
      const [a, b] = [cells.indexOf(i), cells.indexOf(j)];
      if (a !== -1 && b !== -1 && a !== b)
        return pairs[criterion][placeOf(Math.max(a, b), Math.min(a, b))];
    }
    return null;
  }
}

function placeOf(row: number, column: number): number {
  return (row * (row - 1)) / 2 + column;
}
