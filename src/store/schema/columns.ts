import { type Kysely, sql } from 'kysely';

export type DialectName = 'sqlite' | 'postgres';

/** Types that the two databases call differently; `text`, `integer` and `double precision` are the same. */
export interface Columns {
  readonly bytes: string;
  /** A number that the database gives, ascending: the primary key. */
  readonly identity: string;
}

export const COLUMNS: Readonly<Record<DialectName, Columns>> = {
  sqlite: { bytes: 'blob', identity: 'integer primary key autoincrement' },
  postgres: { bytes: 'bytea', identity: 'integer primary key generated always as identity' },
};

/**
 * Makes the database itself refuse to change or delete rows of `table`.
 * @param isRemovable whether rows can still be deleted: of what goes with its bank
 */
export async function makeAppendOnly<T>(
  db: Kysely<T>,
  dialect: DialectName,
  table: string,
  isRemovable = false,
): Promise<void> {
  const message = sql.lit(`${table} are append-only`);
  if (dialect === 'sqlite') {
    for (const change of isRemovable ? ['update'] : ['update', 'delete'])
      await sql`create trigger ${sql.id(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, ${message}); end`.execute(db);
    return;
  }
  const refuse = sql.id(`refuse_change_of_${table}`);
  await sql`create function ${refuse}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${table} are append-only'; end`)}`.execute(db);
  await sql`create trigger ${sql.id(`${table}_append_only`)} before ${sql.raw(isRemovable ? 'update' : 'update or delete or truncate')}
    on ${sql.table(table)} for each statement execute function ${refuse}()`.execute(db);
}
