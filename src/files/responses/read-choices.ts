import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { readName } from '../table/names.ts';
import { columnIndex, readTable } from '../table/read-table.ts';

const HEADER = 'with the columns examinee (or model), item and choice';

/** One recorded choice. */
export interface RecordedChoice {
  readonly examinee: string;
  readonly item: string;
  /** Letters, ascending; null if no option was chosen. */
  readonly letters: string | null;
}

/**
 * Reads the options that models chose from a CSV file with the columns `examinee` (or `model`), `item` and `choice`: letters such
 * as B or ABD, or empty. Other columns are ignored.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readChoices(file: string): RecordedChoice[] {
  const table = readTable(file, HEADER);
  const examinee = table.columns.includes('model') ? 'model' : 'examinee';
  const [who, what, which] = [examinee, 'item', 'choice'].map((name) =>
    columnIndex(table, name, HEADER),
  );
  return table.rows.map(({ cells, line }) => {
    const where = `line ${line}`;
    const cell = cells[which].trim();
    if (!/^[A-Z]{0,26}$/.test(cell))
      fail('FILE_INVALID', {
        file,
        where: `${where}, choice`,
        found: quoted(cell),
        accepted: 'letters from A to Z, or nothing',
      });
    return {
      examinee: readName(cells[who], { file, where, kind: 'examinee' }),
      item: readName(cells[what], { file, where, kind: 'item' }),
      letters: cell === '' ? null : [...new Set(cell)].sort().join(''),
    };
  });
}
