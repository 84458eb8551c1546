import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

/** The last number that a database gave in a column, even if its row is gone; 0 if it gave none. */
export async function lastNumber(
  db: Kysely<Tables>,
  dialect: DialectName,
  table: string,
  column: string,
): Promise<number> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`
    : sql<{ last: number | string }>`select coalesce(pg_sequence_last_value(
        pg_get_serial_sequence(${table}, ${column})::regclass), 0) as last`
  ).execute(db);
  return Number(rows[0]?.last ?? 0);
}

/** Lets the numbers of a column continue behind `last`, so that none that was removed is given again. */
export async function continueBehind(
  db: Kysely<Tables>,
  dialect: DialectName,
  table: string,
  column: string,
  last: number,
): Promise<void> {
  if (last === 0) return;
  if (dialect === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column})::regclass, ${last})`.execute(
      db,
    );
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
}
