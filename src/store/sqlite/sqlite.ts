import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { isLocked } from '../access/store-failure.ts';

/** Statements that are kept prepared: every query of the store, and some lengths of batches and lists. */
const PREPARED = 200;
/** SQLite itself waits this long for a lock, in ms. It stops the whole process, so it is short. */
const BLOCKING = 20;
/** Between two attempts, in ms. */
const PAUSE = 20;
/** The log is cut to this many bytes after it was larger, as after an import. */
const LOG_SIZE = 64 * 1024 * 1024;

/** A database with what the store needs beside the members that kysely uses. */
interface OpenDatabase extends SqliteDatabase {
  exec(sql: string): void;
  /** Whether a transaction is open. */
  readonly isTransaction: boolean;
}

/**
 * node:sqlite behind the members of better-sqlite3 that kysely uses. A commit is in the log, whole or not at all; log-sync.ts
 * brings the log to the disk.
 */
export function openSqlite(file: string): OpenDatabase {
  const db = new DatabaseSync(file, { timeout: BLOCKING, enableForeignKeyConstraints: true });
  try {
    db.exec(
      `pragma journal_mode = wal; pragma synchronous = normal; pragma journal_size_limit = ${LOG_SIZE}`,
    );
  } catch (error) {
    db.close();
    throw error;
  }
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => {
      if (db.isOpen) db.close();
    },
    exec: (sql) => db.exec(sql),
    get isTransaction() {
      return db.isTransaction;
    },
    prepare(sql) {
      const statement = prepared.get(sql) ?? wrap(db, sql);
      // The least recently used one stands first.
      prepared.delete(sql);
      prepared.set(sql, statement);
      if (prepared.size > PREPARED) prepared.delete(prepared.keys().next().value as string);
      return statement;
    },
  };
}

function wrap(db: DatabaseSync, sql: string): SqliteStatement {
  const statement = db.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...(values as SQLInputValue[])),
    run: (values) => statement.run(...(values as SQLInputValue[])),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  };
}

/**
 * Retries work that another process's lock prevents, for at most `patience` ms.
 * @throws what `attempt` throws, in the end
 */
export async function patiently<T>(patience: number, attempt: () => T | Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += PAUSE + BLOCKING) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || waited >= patience) throw error;
      await delay(PAUSE);
    }
  }
}

/** kysely's dialect for one connection whose transactions take the write lock at once, and wait for it. */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #database: OpenDatabase;
  readonly #patience: number;

  constructor(database: OpenDatabase, patience: number) {
    super({ database });
    this.#database = database;
    this.#patience = patience;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#database, this.#patience);
  }
}

class PatientDriver extends SqliteDriver {
  readonly #database: OpenDatabase;
  readonly #patience: number;

  constructor(database: OpenDatabase, patience: number) {
    super({ database });
    this.#database = database;
    this.#patience = patience;
  }

  /** A deferred transaction would fail at its first write if another one wrote in the meantime, however long it waits. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = CompiledQuery.raw('begin immediate');
    await patiently(this.#patience, () => connection.executeQuery(begin));
  }

  /**
   * After a full disk and other disk errors, SQLite rolls back by itself. Rolling back again would cause another error that
   * hides the cause.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}
