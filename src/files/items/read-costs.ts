import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { decimal } from '../table/decimal.ts';
import { readNewName } from '../table/names.ts';
import { columnIndex, readTable } from '../table/read-table.ts';

const HEADER = 'item,cost';

/**
 * Reads what each of `items` costs, in any one unit, from a CSV file with the columns `item` and `cost`; other columns are ignored.
 * Every one of `items` needs a row; rows of other items are checked and left out.
 * @returns one entry per item, from 0
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readCosts(file: string, items: readonly string[]): Float64Array {
  const table = readTable(file, HEADER);
  const itemColumn = columnIndex(table, 'item', HEADER);
  const costColumn = columnIndex(table, 'cost', HEADER);
  const known = new Map<string, string>();
  const costOf = new Map<string, number>();
  for (const { cells, line } of table.rows) {
    const where = `line ${line}`;
    const item = readNewName(cells[itemColumn], { file, where, kind: 'item' }, known);
    const cost = decimal(cells[costColumn]);
    if (!(cost >= 0))
      fail('FILE_INVALID', {
        file,
        where: `${where}, item ${quoted(item)}, column cost`,
        found: cells[costColumn] === '' ? 'an empty cell' : quoted(cells[costColumn]),
        accepted: 'a number of at least 0',
      });
    costOf.set(item, cost);
  }
  const missing = items.filter((item) => !costOf.has(item));
  if (missing.length > 0)
    fail('FILE_INVALID', {
      file,
      found: `no row for item ${quoted(missing[0])}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}`,
      accepted: 'a row for each item of the bank',
    });
  return Float64Array.from(items, (item) => costOf.get(item)!);
}
