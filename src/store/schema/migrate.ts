import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { fail } from '../../errors.ts';
import type { DialectName } from './columns.ts';
import type { SchemaStep } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/** Which steps were taken, kept by kysely. */
const SCHEMA_TABLE = 'thetarank_schema';

export interface SchemaChange {
  readonly dialect: DialectName;
  readonly location: string;
  readonly steps: readonly SchemaStep[];
  /** Runs before a non-empty schema is changed, while no other process can write; not on PostgreSQL. */
  readonly backup: (schema: number) => Promise<void>;
}

/**
 * Brings a database to the newest schema, in one transaction. Any number of processes may call it at once: one migrates, and
 * the others wait until it is done. If nothing is to be done, it does not wait.
 * @throws STORE_NEWER if steps were taken that are not known here; STORE_UNAVAILABLE for another program's file
 */
export async function migrate(writer: Kysely<Tables>, change: SchemaChange): Promise<void> {
  if ((await stepsLeft(writer, change)) === 0) return;
  // On PostgreSQL kysely holds a lock of its own around a transaction of its own.
  if (change.dialect === 'postgres') return takeSteps(writer, change);
  await writer.transaction().execute(async (trx) => {
    const left = await stepsLeft(trx, change);
    if (left === 0) return;
    const schema = change.steps.length - left;
    if (schema > 0) await change.backup(schema);
    else if ((await tablesOf(trx)).length > 0)
      fail('STORE_UNAVAILABLE', {
        location: change.location,
        reason: 'it belongs to another program',
        todo: 'Use another file.',
      });
    await takeSteps(trx, change);
  });
}

async function takeSteps(db: Kysely<Tables>, { dialect, steps }: SchemaChange): Promise<void> {
  const migrations: Record<string, Migration> = {};
  for (const { name, up } of steps)
    migrations[name] = { up: (within) => up(within as Kysely<unknown>, dialect) };
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: SCHEMA_TABLE,
    migrationLockTableName: `${SCHEMA_TABLE}_lock`,
  }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** How many steps are left to be taken. */
async function stepsLeft(db: Kysely<Tables>, { steps, location }: SchemaChange): Promise<number> {
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
