import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { fail } from '../errors.ts';
import { type Access, accessBy } from './access.ts';
import { backupSqlite } from './backup.ts';
import { bankTables } from './banks.ts';
import { calibrationTables } from './calibrations.ts';
import { isPostgres, shownAddress } from './location.ts';
import { migrate, type SchemaChange } from './migrate.ts';
import { SCHEMA_STEPS, type SchemaStep } from './migrations/migrations.ts';
import { openPostgres } from './postgres.ts';
import { replyCache } from './replies.ts';
import { responseTables } from './responses.ts';
import { runTables } from './runs.ts';
import { sessionTables } from './sessions.ts';
import { openSqlite, PatientSqliteDialect, patiently } from './sqlite.ts';
import type { Store } from './store.ts';
import { storeFailure } from './store-failure.ts';
import type { Tables } from './tables.ts';

export interface StoreOptions {
  /** Dates backups, and replies in the cache. */
  readonly clock: () => Date;
  /** How long to wait for another process's lock, or for a connection, in ms; default 60,000. */
  readonly patience?: number;
  /** The schema's steps; for tests of migration. */
  readonly steps?: readonly SchemaStep[];
}

const PATIENCE = 60_000;

/**
 * Opens the store at `location`: an address that begins with `postgres://` or `postgresql://`, else the file of an
 * SQLite database, which is made with its folders where it is missing, for its owner only. A database of an older
 * schema is brought to the newest one; an SQLite file is copied beside it before.
 * @throws STORE_UNAVAILABLE, STORE_NEWER
 */
export async function openStore(location: string, options: StoreOptions): Promise<Store> {
  const access = isPostgres(location)
    ? await postgresAccess(location, options)
    : await sqliteAccess(resolve(location), options);
  return {
    dialect: access.dialect,
    location: access.location,
    cache: replyCache(access, options.clock),
    ...bankTables(access),
    ...responseTables(access),
    ...calibrationTables(access),
    ...runTables(access),
    ...sessionTables(access),
    close: () => access.close(),
  };
}

async function postgresAccess(address: string, options: StoreOptions): Promise<Access> {
  const location = shownAddress(address);
  if (!URL.canParse(address))
    fail('STORE_UNAVAILABLE', {
      location,
      reason: 'not an address',
      todo: 'Write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with % and two digits for what is special (@ is %40, / is %2F).',
    });
  const { patience = PATIENCE, steps = SCHEMA_STEPS } = options;
  const pool = openPostgres(address, patience);
  const close = () => pool.destroy();
  try {
    // Who runs a PostgreSQL backs it up.
    await migrate(pool, { dialect: 'postgres', location, steps, backup: async () => {} });
  } catch (error) {
    await close();
    storeFailure(location, error);
  }
  const connections = { reader: pool, writer: pool, close, patiently: once };
  return accessBy('postgres', location, connections);
}

function once<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt();
}

async function sqliteAccess(file: string, options: StoreOptions): Promise<Access> {
  const { clock, patience = PATIENCE, steps = SCHEMA_STEPS } = options;
  const repeat = <T>(attempt: () => Promise<T> | T) => patiently(patience, attempt);
  const opened: SqliteConnection[] = [];
  const close = async () => {
    // The writer last: the last connection writes the log back into the file, and removes it.
    for (const { db, database } of opened.toReversed()) {
      await db.destroy();
      // kysely does not close what it never used.
      database.close();
    }
  };
  try {
    makeFolder(dirname(file));
    makeFile(file);
    for (let k = 0; k < 2; k++) {
      const database = await repeat(() => openSqlite(file));
      const dialect = new PatientSqliteDialect(database, patience);
      opened.push({ db: new Kysely<Tables>({ dialect }), database });
    }
    const [{ db: writer }, { db: reader, database }] = opened;
    const backup = async (schema: number) => backupSqlite(database, file, schema, clock());
    const change: SchemaChange = { dialect: 'sqlite', location: file, steps, backup };
    await repeat(() => migrate(writer, change));
    return accessBy('sqlite', file, { reader, writer, close, patiently: repeat });
  } catch (error) {
    await close();
    return storeFailure(file, error);
  }
}

interface SqliteConnection {
  readonly db: Kysely<Tables>;
  readonly database: ReturnType<typeof openSqlite>;
}

/**
 * Makes a folder and those above it for their owner only, one by one: Node's own recursive mkdir does not return in
 * places such as /proc.
 */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** An empty file is an empty database. SQLite gives its log the same permissions. */
function makeFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}
