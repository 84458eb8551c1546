import { type Kysely, sql, type Transaction } from 'kysely';
import { fail } from '../../errors.ts';
import type { Access } from '../access/access.ts';
import { openAccess } from '../open-access.ts';
import type { DialectName } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';
import type { StoreOptions } from '../store-options.ts';
import { COPIED_TABLES, type CopiedTable } from './copied-tables.ts';
import { continueBehind, lastNumber } from './identity.ts';
import { type Cell, RowDigest } from './row-digest.ts';
import { countRows, type Row, tableRows } from './table-rows.ts';

/** A table that was copied and read again. */
export interface TableCopy {
  readonly table: string;
  readonly rows: number;
  /** RowDigest of its rows, the same in both databases. */
  readonly checksum: string;
}

export interface StoreCopy {
  /** Files or addresses, without passwords. */
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  readonly tables: readonly TableCopy[];
  /** Files of studies among the rows. */
  readonly studyFiles: number;
}

/**
 * Copies what a store has (COPIED_TABLES) into an empty one, of the same or the other kind of database: what was committed when the copy began,
 * in one transaction, so that the second store has everything or nothing. All rows are read again from there and compared before
 * the transaction ends.
 * @param reach told the share that is done, up to 1
 * @throws STORE_NOT_EMPTY, STORE_COPY_DIFFERS, STORE_UNAVAILABLE, STORE_VERSION
 */
export async function copyStore(
  from: string,
  to: string,
  options: StoreOptions,
  reach: (share: number) => void,
): Promise<StoreCopy> {
  const source = (await openAccess(from, options)).access;
  try {
    const target = (await openAccess(to, options)).access;
    try {
      const tables = await source.snapshot((db) =>
        target.write((trx) => copyTables(db, source, trx, target, reach)),
      );
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const studyFiles = tables.find(({ table }) => table === 'shared_files')?.rows ?? 0;
      return { from: source.location, to: target.location, rows, tables, studyFiles };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyTables(
  db: Kysely<Tables>,
  source: Access,
  trx: Transaction<Tables>,
  target: Access,
  reach: (share: number) => void,
): Promise<TableCopy[]> {
  const columnsOf = await columnsByTable(db);
  await requireEmpty(trx, target.location);
  let total = 0;
  for (const table of COPIED_TABLES) total += await countRows(db, table);
  let done = 0;
  // Each row is written, and read again.
  const advance = (rows: number) => {
    done += rows;
    reach(done / (2 * total));
  };
  const copies: TableCopy[] = [];
  for (const table of COPIED_TABLES) {
    const columns = columnsOf.get(table.name) as readonly string[];
    const written = await digestOf(tableRows(db, table, columns), columns, async (rows) => {
      await insertRows(trx, target.dialect, table, columns, rows);
      advance(rows.length);
    });
    if (table.identity !== undefined) {
      const last = await lastNumber(db, source.dialect, table.name, table.identity);
      await continueBehind(trx, target.dialect, table.name, table.identity, last);
    }
    const found = await digestOf(tableRows(trx, table, columns), columns, async (rows) =>
      advance(rows.length),
    );
    if (found.rows !== written.rows || found.checksum !== written.checksum)
      fail('STORE_COPY_DIFFERS', {
        location: target.location,
        table: table.name,
        found: found.rows,
        expected: written.rows,
      });
    copies.push({ table: table.name, ...written });
  }
  return copies;
}

async function requireEmpty(trx: Transaction<Tables>, location: string): Promise<void> {
  for (const { name } of COPIED_TABLES) {
    // Also of those that would not be copied: they have numbers of the copied ones.
    const rows = await countRows(trx, { name });
    if (rows > 0) fail('STORE_NOT_EMPTY', { location, table: name, rows });
  }
}

/** The columns of each table, in one order. */
async function columnsByTable(db: Kysely<Tables>): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]),
  );
}

async function digestOf(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly string[],
  each: (rows: readonly Row[]) => Promise<void>,
): Promise<{ rows: number; checksum: string }> {
  const digest = new RowDigest();
  let count = 0;
  for await (const rows of pages) {
    for (const row of rows) digest.add(columns.map((column) => row[column]));
    count += rows.length;
    await each(rows);
  }
  return { rows: count, checksum: digest.hex() };
}

async function insertRows(
  trx: Transaction<Tables>,
  dialect: DialectName,
  { name }: CopiedTable,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  // PostgreSQL gives numbers itself unless told otherwise.
  const given = dialect === 'postgres' ? sql`overriding system value` : sql``;
  const cells = (row: Row) => sql`(${sql.join(columns.map((column): Cell => row[column]))})`;
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    ${given} values ${sql.join(rows.map(cells))}`.execute(trx);
}
