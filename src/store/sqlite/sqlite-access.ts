import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import { type Access, accessBy } from '../access/access.ts';
import { storeFailure } from '../access/store-failure.ts';
import { openSchema } from '../schema/open-schema.ts';
import type { Tables } from '../schema/tables.ts';
import { PATIENCE, type StoreOptions } from '../store-options.ts';
import { logSync } from './log-sync.ts';
import { openSqlite, PatientSqliteDialect, patiently } from './sqlite.ts';

/**
 * Opens the SQLite database in `file`, made with its folders if it is missing.
 * @throws STORE_UNAVAILABLE, STORE_VERSION
 */
export async function sqliteAccess(file: string, options: StoreOptions): Promise<Access> {
  const { patience = PATIENCE } = options;
  const repeat = <T>(attempt: () => Promise<T> | T) => patiently(patience, attempt);
  const opened: SqliteConnection[] = [];
  const log = logSync(file, options.sync);
  const close = async () => {
    await log.close();
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
    const [{ db: writer }, { db: reader }] = opened;
    await repeat(() => openSchema(writer, 'sqlite', file));
    await log.settle();
    const { settle } = log;
    // Transactions wait for locks themselves, and a file is not cut off.
    const persistently = <T>(attempt: (isRepeat: boolean) => Promise<T>) => attempt(false);
    return accessBy('sqlite', file, {
      reader,
      writer,
      close,
      patiently: repeat,
      persistently,
      settle,
    });
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
