import { FACTORS, type Factor } from '../../../../sim/monte-carlo/design/cells.ts';
import type { Figure } from '../../../../sim/monte-carlo/measure/ratio.ts';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { count, decimal, figureText, plural } from '../../../numbers.ts';
import { textTable } from '../../../report/text-table.ts';
import { studyWarnings } from './study-warnings.ts';

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

/** A column of a table: its head, and what a cell of the study has there. */
type Column = readonly [head: string, of: (cell: CellResult) => string];

/** The printed result of a study: tables of the abilities, the classes and the items, a line per cell. */
export function studyText(report: MonteCarloReport): string {
  const { cells } = report;
  const factors = varied(cells);
  const fixed = FACTORS.filter((name) => !factors.includes(name)).map(
    (name) => `${name} ${cells[0][name]}`,
  );
  const table = (columns: readonly Column[]) =>
    textTable(
      [
        ...factors.map((head) => ({
          head,
          align: head === 'lag' || head === 'length' ? ('right' as const) : ('left' as const),
        })),
        ...columns.map(([head]) => ({ head, align: 'right' as const })),
      ],
      cells.map((cell) => [
        ...factors.map((name) => String(cell[name])),
        ...columns.map(([, of]) => of(cell)),
      ]),
    );
  const classes = classColumns(cells[0]);
  return [
    `${plural(cells.length, 'cell')}: ${plural(report.replications, 'replication')} of ${plural(report.examinees, 'examinee')} on ${plural(report.items, 'item')}${drawnText(report, ', each draws its own')}; ranked in ${groupText(report)}. Seed ${report.seed}.`,
    ...(report.collection === null ? [] : [collectionText(report.collection)]),
    ...(fixed.length === 0 ? [] : [`All cells: ${fixed.join('; ')}.`]),
    `SIMULATED: answers deviate from the model only as the design says.`,
    `± Monte Carlo standard error over ${clusterText(report)}. Abilities in units of the ability scale, score errors in points.`,
    ...precisionLines(report),
    ...fewText(report.clusterCount, report.clusters),
    ...studyWarnings(cells, (cell) => cellName(cell, factors)),
    '',
    table(abilityColumns(cells)),
    ...(classes.length === 0 ? [] : ['', table(classes)]),
    '',
    table(itemColumns(cells)),
  ].join('\n');
}

/** With fewer clusters than this a standard error says little, and may be 0 without any certainty. */
const FEW = 10;

/** A warning where standard errors are over few clusters. @param of what, in the plural */
function fewText(clusters: number, of: string): string[] {
  return clusters >= FEW
    ? []
    : [
        `FEW ${of.toUpperCase()}: standard errors over fewer than ${FEW} (here ${clusters}) are themselves uncertain, and ± .0 does not mean certainty. Use more.`,
      ];
}

/** What of the bank each replication has of its own, after `words`; empty if that is nothing. */
export function drawnText({ drawnAnew }: MonteCarloReport, words: string): string {
  return drawnAnew.length === 0 ? '' : `${words} ${drawnAnew.join(', ')}`;
}

function abilityColumns(cells: readonly CellResult[]): Column[] {
  const hasPrecision = Object.keys(cells[0].neededBy).length > 0;
  const hasInfinite = cells.some(
    ({ infiniteSe }) => infiniteSe.value !== null && infiniteSe.value > 0,
  );
  return [
    ['bias', ({ bias }) => figureText(bias, 3)],
    ['RMSE', ({ rmse }) => figureText(rmse, 3)],
    ['mean SE', ({ meanSe }) => figureText(meanSe, 3)],
    ...optional(hasInfinite, ['SE infinite', ({ infiniteSe }) => percentText(infiniteSe)]),
    ['95% hold', ({ coverage }) => percentText(coverage)],
    ['items', ({ meanLength }) => figureText(meanLength, 1)],
    ['Kendall τ-b', ({ kendall }) => figureText(kendall, 3)],
    ['pairs right', ({ pairs }) => percentText(pairs)],
    ...cells[0].top.map(
      ({ k }, n): Column => [
        k === 1 ? 'best found' : `best ${k} found`,
        ({ top }) => percentText(top[n]),
      ],
    ),
    ...optional(hasPrecision, [
      'replications needed',
      ({ replicationsNeeded: n }) => (n === null ? '–' : count(n)),
    ]),
  ];
}

function classColumns({ classes }: CellResult): Column[] {
  return classes.flatMap(({ cut }, n): Column[] => [
    [`right at ${decimal(cut, 2)}`, (cell) => percentText(cell.classes[n].right)],
    ['falsely above', (cell) => percentText(cell.classes[n].falseAbove)],
    ['falsely below', (cell) => percentText(cell.classes[n].falseBelow)],
  ]);
}

function itemColumns(cells: readonly CellResult[]): Column[] {
  const hasRates = cells.some(({ itemUse }) => itemUse.above.value !== null);
  const hasCosts = cells.some(({ cost }) => cost.value !== null);
  const isExhausted = cells.some(({ exhausted }) => exhausted.value! > 0);
  return [
    ...optional(hasCosts, ['cost', ({ cost }) => figureText(cost, 2)]),
    ...optional(isExhausted, ['out of items', ({ exhausted }) => percentText(exhausted)]),
    ['efficiency', ({ efficiency }) => percentText(efficiency)],
    ['most exposed', ({ itemUse }) => percentText(itemUse.max)],
    ['unused', ({ itemUse }) => percentText(itemUse.unused)],
    ...optional(hasRates, ['above the rate', ({ itemUse }) => percentText(itemUse.above)]),
    ['overlap', ({ itemUse }) => percentText(itemUse.overlap)],
    ['χ²', ({ itemUse }) => figureText(itemUse.chiSquare, 1)],
    ['|score error|', ({ scoreError }) => figureText(scoreError, 2, 100)],
    ['score bias', ({ scoreBias }) => figureText(scoreBias, 2, 100)],
    ['on a bound', ({ atBound }) => percentText(atBound)],
  ];
}

const optional = (isThere: boolean, column: Column): Column[] => (isThere ? [column] : []);

/** How examinees were ranked, in words. */
export function groupText({ group, examinees }: MonteCarloReport): string {
  return `groups of ${examinees % group === 0 ? '' : `${count(group - 1)} or `}${count(group)}`;
}

/** What standard errors are over, in words. */
export function clusterText({ clusters, clusterCount }: MonteCarloReport): string {
  return clusters === 'replications'
    ? plural(clusterCount, 'replication')
    : `${plural(clusterCount, 'group')}, for this one bank; measures of exposure have none`;
}

/** How many replications each precision of the design takes, at most over the cells. */
function precisionLines({ cells, replications }: MonteCarloReport): string[] {
  const parts = Object.keys(cells[0].neededBy).map((name) => {
    const known = cells.flatMap(({ neededBy }) => neededBy[name] ?? []);
    if (known.length === 0) return `${name} not known`;
    const unknown = cells.length - known.length;
    return `${name} ${count(Math.max(...known))}${unknown === 0 ? '' : ` (not known of ${plural(unknown, 'cell')})`}`;
  });
  if (parts.length === 0) return [];
  const isReached = cells.every(({ neededBy }) =>
    Object.values(neededBy).every((n) => n !== null && n <= replications),
  );
  return [
    `Replications for the requested precision: ${parts.join(', ')}${isReached ? '; it is reached' : ''}.`,
  ];
}

/** What banks are drawn from, and what of the file is not. */
export function collectionText({
  items,
  otherModels,
  unusable,
  filtered,
}: NonNullable<MonteCarloReport['collection']>): string {
  const left = [
    [otherModels, 'of other response models'],
    [unusable, 'with impossible parameters'],
    [filtered, 'by `where`'],
  ].flatMap(([n, why]) => (n === 0 ? [] : [`${count(n as number)} ${why}`]));
  return `Items are drawn from ${plural(items, 'item')} of the file, with replacement${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}.`;
}

function percentText({ value, se }: Figure): string {
  return value === null ? '–' : `${figureText({ value, se }, 1, 100)}%`;
}
