import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { fail } from '../errors.ts';
import type { DialectName } from './columns.ts';
import type { SchemaStep } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/** Which steps were taken, kept by kysely. */
const SCHEMA_TABLE = 'thetarank_schema';
/** PostgreSQL's advisory lock that is held while tables are made: any number that nothing else takes. */
const LOCK = 7_437_201_945;

export interface SchemaChange {
  readonly dialect: DialectName;
  readonly location: string;
  readonly steps: readonly SchemaStep[];
  /** Runs before a schema that holds something is changed, while nobody can write. */
  readonly backup: (schema: number) => Promise<void>;
}

/**
 * Brings a database to the newest schema, in one transaction. Any number of processes may do so at once: one of them
 * does, the others wait and find it done. Where nothing is to be done, it waits for nobody.
 * @throws STORE_NEWER where steps were taken that are not known here; STORE_UNAVAILABLE for another program's file
 */
export async function migrate(writer: Kysely<Tables>, migration: SchemaChange): Promise<void> {
  const { dialect, location, steps, backup } = migration;
  if ((await pending(writer, migration)) === 0) return;
  await writer.transaction().execute(async (trx) => {
    if (dialect === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    const left = await pending(trx, migration);
    if (left === 0) return;
    const schema = steps.length - left;
    if (schema > 0) await backup(schema);
    else if (dialect === 'sqlite' && (await tablesOf(trx)).length > 0)
      fail('STORE_UNAVAILABLE', {
        location,
        reason: 'a database of another program',
        todo: 'Name another file.',
      });
    const migrations: Record<string, Migration> = {};
    for (const { name, up } of steps)
      migrations[name] = { up: (db) => up(db as Kysely<unknown>, dialect) };
    const { error } = await new Migrator({
      db: trx,
      provider: { getMigrations: async () => migrations },
      migrationTableName: SCHEMA_TABLE,
      migrationLockTableName: `${SCHEMA_TABLE}_lock`,
    }).migrateToLatest();
    if (error !== undefined) throw error;
  });
}

/** How many steps are left to be taken. */
async function pending(db: Kysely<Tables>, { steps, location }: SchemaChange): Promise<number> {
  const tables = await tablesOf(db);
  if (!tables.includes(SCHEMA_TABLE)) return steps.length;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(SCHEMA_TABLE)}
    order by name`.execute(db);
  const unknown = rows.find(({ name }, k) => steps[k]?.name !== name);
  if (unknown !== undefined) {
    const found = rows.length > steps.length ? `${rows.length}` : unknown.name;
    fail('STORE_NEWER', { location, found, known: `${steps.length}` });
  }
  return steps.length - rows.length;
}

async function tablesOf(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name);
}
