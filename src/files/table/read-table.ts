import { fail } from '../../errors.ts';
import { eachRecord } from '../../text/each-record.ts';
import { quoted } from '../../text/quoted.ts';
import { readText } from '../../text/read-text.ts';
import { missingColumn, respelt } from './likely-column.ts';
import { type NamePlace, readNewName } from './names.ts';
import { checkLength } from './record-length.ts';
import { tellUnread } from './unread-columns.ts';

/** A small CSV file: its header, and the rows below it as wide as the header. */
export interface Table {
  readonly file: string;
  readonly columns: readonly string[];
  readonly headerLine: number;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly cells: readonly string[];
  /** The line the row starts on, as an editor counts lines. */
  readonly line: number;
}

/**
 * Reads a CSV file with a header of distinct column names and at least one row below it.
 * @param accepted the header, as an error describes it
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readTable(file: string, accepted: string): Table {
  let columns: string[] | undefined;
  let headerLine = 1;
  const rows: TableRow[] = [];
  eachRecord(file, readText(file), (cells, line) => {
    if (columns === undefined) {
      headerLine = line;
      columns = readColumns(file, cells, line);
    } else {
      checkLength(file, line, cells, columns.length);
      rows.push({ cells, line });
    }
  });
  if (columns === undefined || rows.length === 0) {
    const found = columns === undefined ? 'an empty file' : 'no rows below the header';
    fail('FILE_INVALID', { file, found, accepted: `a header ${accepted}, and rows below it` });
  }
  return { file, columns, headerLine, rows };
}

function readColumns(file: string, cells: readonly string[], line: number): string[] {
  const known = new Map<string, string>();
  return cells.map((cell, k) => {
    const place: NamePlace = { file, where: `line ${line}, column ${k + 1}`, kind: 'column' };
    return readNewName(cell, place, known);
  });
}

/** The columns of a file whose others are not read. */
interface KnownColumns<Required extends string, Optional extends string> {
  readonly required: readonly Required[];
  readonly optional?: readonly Optional[];
  /** Known and rightly not read, such as reasons for a person. */
  readonly unread?: readonly string[];
  /** The header, as an error describes it. */
  readonly accepted: string;
}

/**
 * Where columns stand; -1 for an optional one that is absent. A note names all others.
 * @throws FILE_INVALID if a required one is absent, or an optional one seems to be misspelt
 */
export function columnsOf<Required extends string, Optional extends string = never>(
  table: Table,
  { required, optional = [], unread = [], accepted }: KnownColumns<Required, Optional>,
): Record<Required | Optional, number> {
  const at = [
    ...required.map((name) => [name, columnIndex(table, name, accepted)]),
    ...optional.map((name) => [name, optionalIndex(table, name)]),
  ];
  tellUnread(table.file, table.columns, [...required, ...optional, ...unread]);
  return Object.fromEntries(at);
}

/**
 * Where the column `name` stands.
 * @param accepted the header, as an error describes it
 * @throws FILE_INVALID if there is no such column
 */
export function columnIndex(table: Table, name: string, accepted: string): number {
  const index = table.columns.indexOf(name);
  if (index === -1) {
    fail('FILE_INVALID', {
      file: table.file,
      where: `line ${table.headerLine}`,
      found: missingColumn(name, table.columns),
      accepted: `a header ${accepted}`,
    });
  }
  return index;
}

/**
 * Where the column `name` stands; -1 if there is none.
 * @throws FILE_INVALID for one that is spelt a little differently, which would be ignored
 */
function optionalIndex({ file, columns, headerLine }: Table, name: string): number {
  const index = columns.indexOf(name);
  const other = index === -1 ? respelt(name, columns) : undefined;
  if (other !== undefined) refuseRespelt({ file, line: headerLine, name, other });
  return index;
}

/** @throws FILE_INVALID */
export function refuseRespelt({
  file,
  line,
  name,
  other,
  kind = 'column',
}: {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly other: string;
  readonly kind?: 'column' | 'field';
}): never {
  return fail('FILE_INVALID', {
    file,
    where: `line ${line}`,
    found: `${kind} ${quoted(other)}`,
    accepted: `${quoted(name)}, if this ${kind} is meant; otherwise another name`,
  });
}
