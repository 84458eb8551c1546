import { FACTORS } from '../../../../sim/monte-carlo/design/cells.ts';
import { rivals } from '../../../../sim/monte-carlo/measure/condition-comparison.ts';
import type { CellResult } from '../../../../sim/monte-carlo/study.ts';

/**
 * So many cells of a study as a chart can show: all where there are no more; else the one with the least RMSE in each condition
 * (such as a length) where they are no more, those that differ from the least of all in one factor, taken factor by factor so that each has its turn, and what is left from the whole
 * range of RMSE. In the order of the study.
 */
export function tellingCells(cells: readonly CellResult[], most: number): CellResult[] {
  if (cells.length <= most) return [...cells];
  const error = (cell: CellResult) => cell.rmse.value ?? Number.POSITIVE_INFINITY;
  const ranked = [...cells].sort((x, y) => error(x) - error(y));
  const best = ranked[0];
  const neighbours = FACTORS.map((factor) =>
    cells.filter(
      (cell) =>
        cell !== best && FACTORS.every((name) => name === factor || cell[name] === best[name]),
    ),
  );
  const bests = rivals(cells).map((own) =>
    own.map((k) => cells[k]).reduce((x, y) => (error(y) < error(x) ? y : x)),
  );
  const chosen = new Set(bests.length <= most ? bests : [best]);
  for (let turn = 0; chosen.size < most && neighbours.some((own) => own.length > turn); turn++)
    for (const own of neighbours)
      if (chosen.size < most && own.length > turn) chosen.add(own[turn]);
  const step = (ranked.length - 1) / (most - 1);
  for (let k = most - 1; k > 0 && chosen.size < most; k--) chosen.add(ranked[Math.round(k * step)]);
  for (const cell of ranked) if (chosen.size < most) chosen.add(cell);
  return cells.filter((cell) => chosen.has(cell));
}
