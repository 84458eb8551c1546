import type { CellMeasures } from './cell-totals.ts';
import { type Cell, FACTORS, type Factor } from './cells.ts';
import { type Criterion, PairedDifferences } from './paired-differences.ts';
import type { Figure } from './ratio.ts';

/** What a study is made under, rather than chosen: cells are rivals where these are alike. */
export const CONDITIONS: readonly Factor[] = ['truth', 'calibration', 'length'];

/** A difference is clear where it is more than this many of its standard errors. */
const CLEAR = 2;

/** The best of the cells of one condition, by RMSE and by τ. */
export interface Comparison {
  /** What tells the condition from the others: factors that vary in the study, with their value here. */
  readonly condition: Readonly<Partial<Record<Factor, string | number>>>;
  /** Null where it is not defined in any cell. */
  readonly rmse: Ranking | null;
  readonly kendall: Ranking | null;
}

/** Cells by their positions in the study. */
export interface Ranking {
  readonly best: number;
  /** The others, best first; differences are theirs minus the best one's. */
  readonly others: readonly {
    readonly cell: number;
    readonly difference: Figure;
    /** Whether the best is better by more than twice the standard error of the difference. */
    readonly isClear: boolean;
  }[];
}

type Named = Pick<Cell, Factor>;

/** Positions of cells that are rivals, condition by condition. */
export function rivals(cells: readonly Named[]): number[][] {
  const groups = new Map<string, number[]>();
  cells.forEach((cell, k) => {
    const key = JSON.stringify(CONDITIONS.map((name) => cell[name]));
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [k]);
    else own.push(k);
  });
  return [...groups.values()];
}

export function comparisons(
  cells: readonly (Named & CellMeasures)[],
  paired: PairedDifferences = new PairedDifferences([], cells.length),
): Comparison[] {
  const varied = CONDITIONS.filter((name) => new Set(cells.map((cell) => cell[name])).size > 1);
  return rivals(cells).map((positions) => ({
    condition: Object.fromEntries(varied.map((name) => [name, cells[positions[0]][name]])),
    rmse: ranking(cells, positions, 'rmse', paired),
    kendall: ranking(cells, positions, 'kendall', paired),
  }));
}

/** The factors that are chosen, and vary in the study. */
export function choices(cells: readonly Named[]): Factor[] {
  return FACTORS.filter(
    (name) => !CONDITIONS.includes(name) && new Set(cells.map((cell) => cell[name])).size > 1,
  );
}

function ranking(
  cells: readonly CellMeasures[],
  positions: readonly number[],
  by: Criterion,
  paired: PairedDifferences,
): Ranking | null {
  const sign = by === 'rmse' ? 1 : -1;
  const [best, ...rest] = positions
    .filter((k) => cells[k][by].value !== null)
    .sort((i, j) => sign * (cells[i][by].value! - cells[j][by].value!));
  if (best === undefined) return null;
  return {
    best,
    others: rest.map((cell) => {
      const difference = paired.difference(by, [cell, cells[cell]], [best, cells[best]]);
      const { value, se } = difference;
      return { cell, difference, isClear: se !== null && sign * value! > CLEAR * se };
    }),
  };
}
