import { type Kysely, sql } from 'kysely';
import { fail } from '../../errors.ts';
import type { DialectName } from './columns.ts';
import { createSchema, SCHEMA_VERSION, VERSION_TABLE } from './schema.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL's code for a table that is there already. */
const DUPLICATE_TABLE = '42P07';

/**
 * Makes an empty database a store, in one transaction. Any number of processes may call it at once: one creates the schema, and the
 * others wait until it is there. Nothing waits if the database is a store already.
 * @throws STORE_VERSION for a store of another version; STORE_UNAVAILABLE for the database of another program
 */
export async function openSchema(
  writer: Kysely<Tables>,
  dialect: DialectName,
  location: string,
): Promise<void> {
  if (await isStore(writer, location)) return;
  await writer.transaction().execute(async (trx) => {
    // On SQLite the transaction itself is the lock.
    if (dialect === 'postgres')
      await sql`select pg_advisory_xact_lock(hashtextextended('thetarank schema', 0))`.execute(trx);
    if (await isStore(trx, location)) return;
    if (dialect === 'sqlite' && (await tablesOf(trx)).length > 0)
      refuse(location, 'Use another file.');
    // A database of PostgreSQL may have tables of others, unless one has the name of one of ours.
    await createSchema(trx, dialect).catch((error) => {
      if (error.code === DUPLICATE_TABLE) refuse(location, 'Use another database.');
      throw error;
    });
  });
}

function refuse(location: string, todo: string): never {
  fail('STORE_UNAVAILABLE', { location, reason: 'it belongs to another program', todo });
}

/** Whether the schema is there. @throws STORE_VERSION */
async function isStore(db: Kysely<Tables>, location: string): Promise<boolean> {
  if (!(await tablesOf(db)).includes(VERSION_TABLE)) return false;
  const { rows } = await sql<{
    version: number;
  }>`select version from ${sql.table(VERSION_TABLE)}`.execute(db);
  const found = rows[0]?.version;
  if (found !== SCHEMA_VERSION)
    fail('STORE_VERSION', { location, found: String(found), known: SCHEMA_VERSION });
  return true;
}

async function tablesOf(db: Kysely<Tables>): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name);
}
