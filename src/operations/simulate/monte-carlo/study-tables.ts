import { FACTORS } from '../../../../sim/monte-carlo/design/cells.ts';
import { namedMeasures } from '../../../../sim/monte-carlo/measure/named-measures.ts';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import type { ParquetColumn } from '../../../files/parquet/column-types.ts';

/** A table of a study, as it is written to CSV and to Parquet. */
export interface StudyTable {
  readonly columns: readonly ParquetColumn[];
  /** As many cells in each as there are columns; null for what is not defined. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

const ABILITY = ['bias', 'rmse', 'meanSe', 'infiniteSe', 'coverage', 'atBound'] as const;
/** A row per cell: what was varied, every measure, and after each its Monte Carlo standard error. */
export function resultsTable({ cells }: MonteCarloReport): StudyTable {
  const lengths = ['length_least', 'length_q1', 'length_median', 'length_q3', 'length_most'];
  return {
    columns: [
      ...factorColumns(cells[0]),
      whole('sessions'),
      ...namedMeasures(cells[0]).flatMap(([name]) => figureColumns(name)),
      ...lengths.map((name) => whole(name)),
      whole('replicationsNeeded', true),
    ],
    rows: cells.map((cell) => [
      ...FACTORS.map((name) => cell[name]),
      cell.sessions,
      ...namedMeasures(cell).flatMap(([, { value, se }]) => [value, se]),
      ...[cell.lengths.least, ...cell.lengths.quartiles, cell.lengths.most],
      cell.replicationsNeeded,
    ]),
  };
}

/** A row per cell and bin of true ability. */
export function byAbilityTable({ cells }: MonteCarloReport): StudyTable {
  return {
    columns: [
      ...factorColumns(cells[0]),
      { name: 'ability', type: 'string' },
      { name: 'middle', type: 'double' },
      whole('sessions'),
      ...ABILITY.flatMap((name) => figureColumns(name)),
    ],
    rows: cells.flatMap((cell) =>
      cell.byAbility.map((bin) => [
        ...FACTORS.map((name) => cell[name]),
        ...[bin.name, bin.middle, bin.sessions],
        ...ABILITY.flatMap((name) => [bin[name].value, bin[name].se]),
      ]),
    ),
  };
}

function factorColumns(cell: CellResult): ParquetColumn[] {
  return FACTORS.map((name) => ({
    name,
    type: typeof cell[name] === 'number' ? ('int32' as const) : ('string' as const),
  }));
}

function figureColumns(name: string): ParquetColumn[] {
  return [name, `se_${name}`].map((own) => ({ name: own, type: 'double', nullable: true }));
}

function whole(name: string, nullable = false): ParquetColumn {
  // Sessions and replications needed may be more than 32 bits hold; a double holds them.
  return { name, type: name.startsWith('length') ? 'int32' : 'double', nullable };
}
