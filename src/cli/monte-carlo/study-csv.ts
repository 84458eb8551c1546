import { FACTORS } from '../../../sim/monte-carlo/cells.ts';
import { figuresOf } from '../../../sim/monte-carlo/figures.ts';
import type { MonteCarloReport } from '../../../sim/monte-carlo/study.ts';
import { type CsvCell, toCsv } from '../../files/write.ts';

const ABILITY = ['bias', 'rmse', 'meanSe', 'coverage', 'atBound'] as const;

/** A row a cell: what was varied, every measure, and after each its Monte Carlo standard error. */
export function resultsCsv({ cells }: MonteCarloReport): string {
  const lengths = ['length_least', 'length_q1', 'length_median', 'length_q3', 'length_most'];
  const columns = [
    ...FACTORS,
    'sessions',
    ...figuresOf(cells[0]).flatMap(([name]) => [name, `se_${name}`]),
    ...lengths,
    'replicationsNeeded',
  ];
  return toCsv(
    columns,
    cells.map((cell) => [
      ...FACTORS.map((name) => cell[name]),
      cell.sessions,
      ...figuresOf(cell).flatMap(([, { value, se }]): CsvCell[] => [value, se]),
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
