import { holm } from '../../../src/statistics/holm.ts';
import { studentTail } from '../../../src/statistics/student-tail.ts';
import { type Cell, FACTORS, type Factor } from '../design/cells.ts';
import type { CellMeasures } from './cell-study-sums.ts';
import { type Criterion, PairedDifferences } from './paired-differences.ts';
import type { Figure } from './ratio.ts';

/** Factors that are conditions, not choices: cells compete if these are equal. */
const CONDITIONS: readonly Factor[] = [
  'truth',
  'calibration',
  'constraint',
  'exposure',
  'stopping',
  'length',
];

/** The greatest chance that any two equal cells of a condition are distinguished. */
const ALPHA = 0.05;
/** With fewer clusters, standard errors are too uncertain for any decision. */
export const LEAST_CLUSTERS = 5;

/** The best of the cells of one condition, by RMSE and by τ. */
export interface ConditionComparison {
  /** The values that identify the condition: factors that vary in the study. */
  readonly condition: Readonly<Partial<Record<Factor, string | number>>>;
  /** Null if it is not defined in any cell. */
  readonly rmse: CellRanking | null;
  readonly kendall: CellRanking | null;
}

/** Cells by their positions in the study. */
export interface CellRanking {
  readonly best: number;
  /** The others, best first; differences are theirs minus the best one's. */
  readonly others: readonly {
    readonly cell: number;
    readonly difference: Figure;
    /**
     * The two-sided probability, by Student's t, that two equal cells differ this much by chance, adjusted by Holm for all
     * pairs of the condition because the best is known only afterwards; null if unknown.
     */
    readonly p: number | null;
    /** Whether that is less than 5%. */
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

/** @param clusters that the standard errors are over */
export function conditionComparisons(
  cells: readonly (Named & CellMeasures)[],
  clusters: number,
  paired: PairedDifferences = new PairedDifferences([], cells.length),
): ConditionComparison[] {
  const varied = CONDITIONS.filter((name) => new Set(cells.map((cell) => cell[name])).size > 1);
  return rivals(cells).map((positions) => ({
    condition: Object.fromEntries(varied.map((name) => [name, cells[positions[0]][name]])),
    rmse: ranking(cells, positions, 'rmse', clusters, paired),
    kendall: ranking(cells, positions, 'kendall', clusters, paired),
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
  clusters: number,
  paired: PairedDifferences,
): CellRanking | null {
  const sign = by === 'rmse' ? 1 : -1;
  const ranked = positions
    .filter((k) => cells[k][by].value !== null)
    .sort((i, j) => sign * (cells[i][by].value! - cells[j][by].value!));
  if (ranked.length === 0) return null;
  const difference = (i: number, j: number) => paired.difference(by, [i, cells[i]], [j, cells[j]]);
  // Pairs with the best come first. A pair without a known probability may be equal; it counts with p = 1.
  const pairs = ranked.flatMap((best, k) => ranked.slice(k + 1).map((cell) => [cell, best]));
  const ps = pairs.map(([cell, best]) => chance(difference(cell, best), clusters));
  const adjusted = holm(Float64Array.from(ps, (p) => p ?? 1));
  const [best, ...rest] = ranked;
  return {
    best,
    others: rest.map((cell, k) => {
      const p = ps[k] === null ? null : adjusted[k];
      return { cell, difference: difference(cell, best), p, isClear: p !== null && p < ALPHA };
    }),
  };
}

/** The two-sided probability that two equal cells differ this much; null if the error of the difference is too uncertain. */
function chance({ value, se }: Figure, clusters: number): number | null {
  if (value === 0) return 1;
  // An error of 0 with a nonzero difference comes from too few digits.
  if (value === null || se === null || se === 0 || clusters < LEAST_CLUSTERS) return null;
  return 2 * studentTail(Math.abs(value) / se, clusters - 1);
}
