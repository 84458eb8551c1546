import { fail } from '../../errors.ts';
import {
  MOST_OPTIONS,
  QUESTION_TYPES,
  type QuestionType,
} from '../../scoring/extract/extraction.ts';
import { quoted } from '../../text/quoted.ts';
import { readNewName } from '../table/names.ts';
import { columnsOf, readTable } from '../table/read-table.ts';
import { parseKey } from './option-letters.ts';

const HEADER = 'with the columns item,key';

/** The right answer of an item, and what the file says of its form. */
export interface ItemKey {
  /** Letters, ascending and distinct. */
  readonly key: string;
  readonly type: QuestionType | null;
  readonly options: number | null;
}

/**
 * Reads keys from a CSV file with the columns `item` and `key`, and optionally `type` (single, multiple or empty)
 * and `options` (a number or empty); a note names other columns.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readKeys(file: string): Map<string, ItemKey> {
  const table = readTable(file, HEADER);
  const at = columnsOf(table, {
    required: ['item', 'key'],
    optional: ['type', 'options'],
    accepted: HEADER,
  });
  const known = new Map<string, string>();
  const keys = new Map<string, ItemKey>();
  for (const { cells, line } of table.rows) {
    const place = { file, where: `line ${line}` };
    const item = readNewName(cells[at.item], { ...place, kind: 'item' }, known);
    const key = parseKey(cells[at.key], {
      file,
      where: `line ${line}, item ${quoted(item)}, key`,
    });
    const type = typeOf(cells[at.type] ?? '', place);
    const options = optionsOf(cells[at.options] ?? '', place);
    keys.set(item, { key, type, options });
  }
  return keys;
}

function typeOf(cell: string, place: { file: string; where: string }): QuestionType | null {
  if (cell === '') return null;
  const type = QUESTION_TYPES.find((name) => name === cell);
  return (
    type ??
    fail('FILE_INVALID', {
      ...place,
      found: `type ${quoted(cell)}`,
      accepted: QUESTION_TYPES.join(', '),
    })
  );
}

function optionsOf(cell: string, place: { file: string; where: string }): number | null {
  if (cell === '') return null;
  const options = /^\d{1,2}$/.test(cell) ? Number(cell) : 0;
  if (options < 1 || options > MOST_OPTIONS)
    fail('FILE_INVALID', {
      ...place,
      found: `options ${quoted(cell)}`,
      accepted: `a number of options, 1 to ${MOST_OPTIONS}`,
    });
  return options;
}
