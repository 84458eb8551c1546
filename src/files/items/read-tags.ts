import type { ItemTag } from '../../../item-bank/bank.ts';
import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { readName, readNewName } from '../table/names.ts';
import { columnIndex, readTable, type Table } from '../table/read-table.ts';

const HEADER = 'item,<tag>,<tag>,…';
/** Codes are 16-bit. */
const MOST_VALUES = 65_536;

/**
 * Reads the tags (category, scenario, …) of `items` from a CSV file with the column `item` and one column a
 * tag. Every one of `items` needs a row; rows of other items are checked and left out. The values of a tag
 * are in order of first appearance among `items`.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, ITEM_WITHOUT_TAGS
 */
export function readItemTags(file: string, items: readonly string[]): Record<string, ItemTag> {
  const table = readTable(file, HEADER);
  const itemColumn = columnIndex(table, 'item', HEADER);
  if (table.columns.length === 1) {
    fail('FILE_INVALID', {
      file,
      where: `line ${table.headerLine}`,
      found: 'no tag columns',
      accepted: `a header ${HEADER}`,
    });
  }
  const rowOf = readRows(table, itemColumn);
  const missing = items.filter((item) => !rowOf.has(item));
  if (missing.length > 0) {
    fail('ITEM_WITHOUT_TAGS', { item: missing[0], file, count: missing.length });
  }
  const rows = items.map((item) => rowOf.get(item)!);
  const tags = table.columns.flatMap((tag, k): [string, ItemTag][] =>
    k === itemColumn
      ? []
      : [
          [
            tag,
            encode(
              file,
              tag,
              rows.map((values) => values[k]),
            ),
          ],
        ],
  );
  return Object.fromEntries(tags);
}

/** The checked cells of each item. */
function readRows({ file, columns, rows }: Table, itemColumn: number): Map<string, string[]> {
  const known = new Map<string, string>();
  const rowOf = new Map<string, string[]>();
  for (const { cells, line } of rows) {
    const where = `line ${line}`;
    const item = readNewName(cells[itemColumn], { file, where, kind: 'item' }, known);
    const values = cells.map((cell, k) => {
      const place = `${where}, item ${quoted(item)}, column ${quoted(columns[k])}`;
      return readName(cell, { file, where: place, kind: 'value' });
    });
    rowOf.set(item, values);
  }
  return rowOf;
}

function encode(file: string, tag: string, column: readonly string[]): ItemTag {
  const codeOf = new Map<string, number>();
  const codes = Uint16Array.from(column, (value) => {
    const code = codeOf.get(value) ?? codeOf.size;
    codeOf.set(value, code);
    return code;
  });
  if (codeOf.size > MOST_VALUES) {
    fail('FILE_INVALID', {
      file,
      where: `column ${quoted(tag)}`,
      found: `${codeOf.size} different values`,
      accepted: `at most ${MOST_VALUES}`,
    });
  }
  return { values: [...codeOf.keys()], codes };
}
