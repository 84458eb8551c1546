import { closeSync, existsSync, openSync } from 'node:fs';
import { unguardFormula } from '../table/formula-guard.ts';
import { columnIndex, readTable } from '../table/read-table.ts';
import { toCsv, writeFileWhole } from '../write/write.ts';

const COLUMNS = ['name', 'session', 'link'] as const;
const HEADER = COLUMNS.join(',');
/** Links let in whoever has them: a new file is for its owner alone. */
const OWNER_ONLY = 0o600;

/** A person with a session, and the link that opens it; '' where it is still to be made. */
export interface Invitation {
  readonly name: string;
  readonly session: string;
  readonly link: string;
}

/** The invitations of a file, by name; none if there is no such file. @throws FILE_UNREADABLE, FILE_INVALID */
export function readInvitations(file: string): Map<string, Invitation> {
  if (!existsSync(file)) return new Map();
  const table = readTable(file, HEADER);
  const [nameAt, sessionAt, linkAt] = COLUMNS.map((column) => columnIndex(table, column, HEADER));
  return new Map(
    table.rows.map(({ cells }) => {
      const name = unguardFormula(cells[nameAt]);
      return [name, { name, session: cells[sessionAt], link: cells[linkAt] }];
    }),
  );
}

/** Writes all invitations, whole or not at all; a new file can be read by its owner alone. @throws FILE_UNWRITABLE */
export function writeInvitations(file: string, invitations: Iterable<Invitation>): void {
  const rows = [...invitations].map(({ name, session, link }) => [name, session, link]);
  const text = toCsv(COLUMNS, rows);
  if (!existsSync(file)) closeSync(openSync(file, 'wx', OWNER_ONLY));
  writeFileWhole(file, text);
}
