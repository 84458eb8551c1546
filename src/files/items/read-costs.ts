import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { decimal, foundNumber } from '../table/decimal.ts';
import { readNewName } from '../table/names.ts';
import { columnsOf, readTable } from '../table/read-table.ts';

const HEADER = 'item,cost';

/** Which costs and items a file may have. */
interface CostRules {
  readonly accepts: (cost: number) => boolean;
  readonly accepted: string;
  /** Whether an item may have a row. */
  readonly isKnown: (item: string) => boolean;
}

/**
 * Reads what each of `items` costs, in any one unit, from a CSV file with the columns `item` and `cost`; a note names other columns.
 * Every one of `items` needs a row; rows of other items are checked and left out.
 * @returns one entry per item, from 0
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readCosts(file: string, items: readonly string[]): Float64Array {
  const costOf = readRows(file, {
    accepts: (cost) => cost >= 0,
    accepted: 'a number of at least 0',
    isKnown: () => true,
  });
  return inOrder(file, costOf, items, () => true);
}

/**
 * Reads what a test pays for each of `items`, in dollars, from such a file: numbers above 0, and no rows of other items.
 * @param isAskable whether an item can be asked; only these need a row
 * @returns one entry per item; 0 for one that cannot be asked
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readDollars(
  file: string,
  items: readonly string[],
  isAskable: (item: number) => boolean = () => true,
): Float64Array {
  const known = new Set(items);
  const costOf = readRows(file, {
    accepts: (cost) => cost > 0,
    accepted: 'dollars: a number above 0',
    isKnown: (item) => known.has(item),
  });
  return inOrder(file, costOf, items, isAskable);
}

function readRows(file: string, { accepts, accepted, isKnown }: CostRules): Map<string, number> {
  const table = readTable(file, HEADER);
  const at = columnsOf(table, { required: ['item', 'cost'], accepted: HEADER });
  const known = new Map<string, string>();
  const costOf = new Map<string, number>();
  for (const { cells, line } of table.rows) {
    const where = `line ${line}`;
    const item = readNewName(cells[at.item], { file, where, kind: 'item' }, known);
    if (!isKnown(item))
      fail('FILE_INVALID', {
        file,
        where,
        found: `item ${quoted(item)}, which the bank does not have`,
        accepted: 'items of the bank',
      });
    const cost = decimal(cells[at.cost]);
    if (!accepts(cost))
      fail('FILE_INVALID', {
        file,
        where: `${where}, item ${quoted(item)}, column cost`,
        found: foundNumber(cells[at.cost]),
        accepted,
      });
    costOf.set(item, cost);
  }
  return costOf;
}

/** @throws FILE_INVALID if an item that can be asked has no row */
function inOrder(
  file: string,
  costOf: ReadonlyMap<string, number>,
  items: readonly string[],
  isAskable: (item: number) => boolean,
): Float64Array {
  const missing = items.filter((item, j) => isAskable(j) && !costOf.has(item));
  if (missing.length > 0)
    fail('FILE_INVALID', {
      file,
      found: `no row for item ${quoted(missing[0])}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}`,
      accepted: 'a row for each item of the bank',
    });
  return Float64Array.from(items, (item, j) => (isAskable(j) ? costOf.get(item)! : 0));
}
