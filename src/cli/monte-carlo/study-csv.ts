import { FACTORS } from '../../../sim/monte-carlo/cells.ts';
import type { Figure } from '../../../sim/monte-carlo/ratio.ts';
import type { CellResult, MonteCarloReport } from '../../../sim/monte-carlo/study.ts';
import { type CsvCell, toCsv } from '../../files/write.ts';

const ABILITY = ['bias', 'rmse', 'meanSe', 'coverage', 'atBound'] as const;

/** A row a cell: what was varied, every measure, and after each its Monte Carlo standard error. */
export function resultsCsv({ cells }: MonteCarloReport): string {
  const figures = (cell: CellResult): [string, Figure][] => [
    ...ABILITY.map((name) => [name, cell[name]] as [string, Figure]),
    ['meanLength', cell.meanLength],
    ['cost', cell.cost],
    ...(['mean', 'max', 'unused', 'above', 'chiSquare', 'overlap'] as const).map(
      (name) => [`exposure_${name}`, cell.itemUse[name]] as [string, Figure],
    ),
    ...(
      ['efficiency', 'kendall', 'spearman', 'pairs', 'top1', 'scoreBias', 'scoreError'] as const
    ).map((name) => [name, cell[name]] as [string, Figure]),
  ];
  const lengths = ['length_least', 'length_q1', 'length_median', 'length_q3', 'length_most'];
  const columns = [
    ...FACTORS,
    'sessions',
    ...figures(cells[0]).flatMap(([name]) => [name, `se_${name}`]),
    ...lengths,
    'replicationsNeeded',
  ];
  return toCsv(
    columns,
    cells.map((cell) => [
      ...FACTORS.map((name) => cell[name]),
      cell.sessions,
      ...figures(cell).flatMap(([, { value, se }]): CsvCell[] => [value, se]),
      ...[cell.lengths.least, ...cell.lengths.quartiles, cell.lengths.most],
      cell.replicationsNeeded,
    ]),
  );
}

/** A row a cell and bin of true ability. */
export function byAbilityCsv({ cells }: MonteCarloReport): string {
  return toCsv(
    [
      ...FACTORS,
      'ability',
      'middle',
      'sessions',
      ...ABILITY.flatMap((name) => [name, `se_${name}`]),
    ],
    cells.flatMap((cell) =>
      cell.byAbility.map((bin) => [
        ...FACTORS.map((name) => cell[name]),
        ...[bin.name, bin.middle, bin.sessions],
        ...ABILITY.flatMap((name): CsvCell[] => [bin[name].value, bin[name].se]),
      ]),
    ),
  );
}
