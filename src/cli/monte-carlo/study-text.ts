import { FACTORS, type Factor } from '../../../sim/monte-carlo/cells.ts';
import type { Figure } from '../../../sim/monte-carlo/ratio.ts';
import type { CellResult, MonteCarloReport } from '../../../sim/monte-carlo/study.ts';
import { count, decimal, plural } from '../numbers.ts';
import { textTable } from '../table.ts';

/** The factors that vary between the cells of a study; all of them where none does. */
export function varied(cells: readonly CellResult[]): Factor[] {
  return FACTORS.filter((name) => new Set(cells.map((cell) => cell[name])).size > 1);
}

/** Levels of these factors may be alike: their names say which of them they are of. */
const PREFIXED: readonly Factor[] = ['truth', 'calibration', 'constraint', 'exposure', 'lag'];

/** What tells a cell from the others, on one line. */
export function cellName(cell: CellResult, factors: readonly Factor[]): string {
  if (factors.length === 0) return `${cell.estimator}, ${cell.selector}, ${cell.length} items`;
  return factors
    .map((name) => {
      if (name === 'length') return `${cell.length} items`;
      return PREFIXED.includes(name) ? `${name} ${cell[name]}` : cell[name];
    })
    .join(', ');
}

/** What a study found, for people: one table of the abilities and one of the items, a line a cell. */
export function studyText(report: MonteCarloReport): string {
  const { cells, precision } = {
    cells: report.cells,
    precision: report.cells.some((cell) => cell.replicationsNeeded !== null),
  };
  const hasRates = cells.some(({ itemUse }) => itemUse.above.value !== null);
  const hasCosts = cells.some(({ cost }) => cost.value !== null);
  const factors = varied(cells);
  const fixed = FACTORS.filter((name) => !factors.includes(name)).map(
    (name) => `${name} ${cells[0][name]}`,
  );
  const names = (factors.length === 0 ? [] : factors) as readonly Factor[];
  const heads = names.map((head) => ({
    head,
    align: head === 'lag' || head === 'length' ? ('right' as const) : ('left' as const),
  }));
  const right = (head: string) => ({ head, align: 'right' as const });
  const own = (cell: CellResult) => names.map((name) => String(cell[name]));
  const ability = textTable(
    [
      ...heads,
      right('bias'),
      right('RMSE'),
      right('mean SE'),
      right('95% hold'),
      right('items'),
      right('Kendall τ-b'),
      right('pairs right'),
      right('best found'),
      ...(precision ? [right('replications needed')] : []),
    ],
    cells.map((cell) => [
      ...own(cell),
      figureText(cell.bias, 3),
      figureText(cell.rmse, 3),
      figureText(cell.meanSe, 3),
      percentText(cell.coverage),
      figureText(cell.meanLength, 1),
      figureText(cell.kendall, 3),
      percentText(cell.pairs),
      percentText(cell.top1),
      ...(precision
        ? [cell.replicationsNeeded === null ? '–' : count(cell.replicationsNeeded)]
        : []),
    ]),
  );
  const items = textTable(
    [
      ...heads,
      ...(hasCosts ? [right('cost')] : []),
      right('efficiency'),
      right('most exposed'),
      right('unused'),
      ...(hasRates ? [right('above the rate')] : []),
      right('overlap'),
      right('χ²'),
      right('|score error|'),
      right('score bias'),
      right('on a bound'),
    ],
    cells.map((cell) => [
      ...own(cell),
      ...(hasCosts ? [figureText(cell.cost, 2)] : []),
      percentText(cell.efficiency),
      percentText(cell.itemUse.max),
      percentText(cell.itemUse.unused),
      ...(hasRates ? [percentText(cell.itemUse.above)] : []),
      percentText(cell.itemUse.overlap),
      figureText(cell.itemUse.chiSquare, 1),
      figureText(cell.scoreError, 2, 100),
      figureText(cell.scoreBias, 2, 100),
      percentText(cell.atBound),
    ]),
  );
  return [
    `${plural(cells.length, 'cell')}: ${plural(report.replications, 'replication')} of ${plural(report.examinees, 'examinee')} on ${plural(report.items, 'item')}${report.bankDrawn ? ', each with a bank, errors or a calibration of its own' : ''}; ranked in groups of ${count(report.group)}. Seed ${report.seed}.`,
    ...(report.collection === null ? [] : [collectionText(report.collection)]),
    ...(fixed.length === 0 ? [] : [`All cells: ${fixed.join('; ')}.`]),
    `SIMULATED: how well tests do whose model of the answers is as wrong as the design says, and no more.`,
    `± Monte Carlo standard error over ${report.clusters}${report.clusters === 'groups' ? ', given this one bank' : ''}. Abilities in units of the ability scale, score errors in points.`,
    '',
    ability,
    '',
    items,
  ].join('\n');
}

/** What banks are drawn from, and what of the file is not. */
export function collectionText({
  items,
  otherModels,
  unusable,
  filtered,
}: NonNullable<MonteCarloReport['collection']>): string {
  const left = [
    [otherModels, 'of other models'],
    [unusable, 'with parameters that no item can have'],
    [filtered, 'by `where`'],
  ].flatMap(([n, why]) => (n === 0 ? [] : [`${count(n as number)} ${why}`]));
  return `Items are drawn from ${plural(items, 'item')} of the file, with replacement${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}.`;
}

function figureText({ value, se }: Figure, places: number, scale = 1): string {
  if (value === null) return '–';
  const own = decimal(scale * value, places);
  return se === null ? own : `${own} ± ${decimal(scale * se, places).replace(/^0\./, '.')}`;
}

function percentText({ value, se }: Figure): string {
  return value === null ? '–' : `${figureText({ value, se }, 1, 100)}%`;
}
