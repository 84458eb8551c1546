import { FACTORS, type Factor } from '../../../sim/monte-carlo/cells.ts';
import type { Figure } from '../../../sim/monte-carlo/ratio.ts';
import type { CellResult, MonteCarloReport } from '../../../sim/monte-carlo/study.ts';

/** What a study is made under, rather than chosen: cells are compared where these are alike. */
const CONDITIONS: readonly Factor[] = ['truth', 'calibration', 'length'];

/** What cells are ranked by: a lower RMSE, or a higher τ. */
export type Criterion = 'rmse' | 'kendall';

/** Cells of the same truth, calibration and length. */
export interface CellGroup {
  readonly cells: readonly CellResult[];
  /** What tells the group from the others: factors that vary in the study, with their value here. */
  readonly condition: readonly (readonly [Factor, string | number])[];
}

/** The cells of a group, best first, beside the best one. */
export interface Ranking {
  readonly best: CellResult;
  readonly others: readonly { readonly cell: CellResult; readonly difference: Figure }[];
  /** Of the others, those that the study cannot tell from the best: within twice the error of the difference. */
  readonly alike: readonly CellResult[];
}

export function cellGroups({ cells }: MonteCarloReport): CellGroup[] {
  const varied = CONDITIONS.filter((name) => new Set(cells.map((cell) => cell[name])).size > 1);
  const groups = new Map<string, CellResult[]>();
  for (const cell of cells) {
    const key = JSON.stringify(varied.map((name) => cell[name]));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cell]);
    else group.push(cell);
  }
  return [...groups.values()].map((own) => ({
    cells: own,
    condition: varied.map((name) => [name, own[0][name]] as const),
  }));
}

/** The factors that are chosen, and vary in the study. */
export function choices({ cells }: MonteCarloReport): Factor[] {
  return FACTORS.filter(
    (name) => !CONDITIONS.includes(name) && new Set(cells.map((cell) => cell[name])).size > 1,
  );
}

/** Null where the criterion is not defined in any cell. */
export function ranking(cells: readonly CellResult[], by: Criterion): Ranking | null {
  const sign = by === 'rmse' ? 1 : -1;
  const known = cells
    .filter((cell) => cell[by].value !== null)
    .sort((x, y) => sign * (x[by].value! - y[by].value!));
  if (known.length === 0) return null;
  const [best, ...rest] = known;
  const others = rest.map((cell) => ({ cell, difference: difference(cell[by], best[by]) }));
  return {
    best,
    others,
    alike: others.flatMap(({ cell, difference: { value, se } }) =>
      se !== null && Math.abs(value!) > 2 * se ? [] : [cell],
    ),
  };
}

/**
 * Of two cells, with an error as if they had nothing in common. They have the same examinees, and what these have in
 * common makes the difference more certain than that: so it is called too uncertain rather than too certain.
 */
function difference(one: Figure, other: Figure): Figure {
  const value = one.value! - other.value!;
  const known = one.se !== null && other.se !== null;
  return { value, se: known ? Math.hypot(one.se, other.se) : null };
}
