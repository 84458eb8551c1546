import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DialectName } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';
import { storeFailure } from './store-failure.ts';

/**
 * How queries reach a database. Reading never waits for writing: on SQLite each has a connection of its own, and a
 * reader sees what is committed.
 */
export interface Access {
  readonly dialect: DialectName;
  /** The file or address, without a password. */
  readonly location: string;
  /**
   * Runs `query`, again if a lock was in the way or the connection was lost.
   * @throws STORE_UNAVAILABLE
   */
  read<T>(query: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Runs `query` on what was committed at one moment, whatever others write meanwhile, and once only: a lost connection ends it.
   * @throws STORE_UNAVAILABLE
   */
  snapshot<T>(query: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * One transaction: committed and on the disk once it resolves, undone if `work` throws. On SQLite there is one at a time.
   * @throws STORE_UNAVAILABLE; an Error on SQLite if called by `work` of another one, which would wait for itself
   */
  write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * As `write`, for work that is the same done twice. Where a lost connection left it undone, or in doubt, it is done
   * again, for as long as the patience lasts; `isRepeat` says that it may have been done already.
   */
  persist<T>(work: (trx: Transaction<Tables>, isRepeat: boolean) => Promise<T>): Promise<T>;
  /**
   * As `persist`, but it resolves when the transaction is committed: a machine that loses its power can still lose it until
   * `settle` resolves. So the next commits need not wait for the disk.
   */
  commit<T>(work: (trx: Transaction<Tables>, isRepeat: boolean) => Promise<T>): Promise<T>;
  /**
   * As `persist`, for a single statement on PostgreSQL: it is a transaction of its own, so that none need be begun and ended, which
   * would be three ways to the server instead of one.
   */
  single<T>(query: (db: Kysely<Tables>, isRepeat: boolean) => Promise<T>): Promise<T>;
  /** Resolves once all that was committed before is on the disk. @throws STORE_UNAVAILABLE */
  settle(): Promise<void>;
  /** Registers work that will write later. Refused if `write` would be; `close` waits for it. */
  begin<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Connections {
  readonly reader: Kysely<Tables>;
  /** The same as the reader where it is a pool. */
  readonly writer: Kysely<Tables>;
  /** Closes them; the writer last. */
  readonly close: () => Promise<void>;
  /** Repeats reading that failed because of a lock, or a lost connection. */
  readonly patiently: <T>(attempt: () => Promise<T>) => Promise<T>;
  /** Resolves once committed data are on the disk; immediately if commits always are. */
  readonly settle: () => Promise<void>;
  /** Repeats a transaction that failed because of a lost connection. */
  readonly persistently: <T>(attempt: (isRepeat: boolean) => Promise<T>) => Promise<T>;
}

export function accessBy(
  dialect: DialectName,
  location: string,
  { reader, writer, close, patiently, persistently, settle }: Connections,
): Access {
  const guard = (error: unknown): never => storeFailure(location, error);
  const within = new AsyncLocalStorage<true>();
  const begun = new Set<Promise<unknown>>();

  const begin = async <T>(work: () => Promise<T>): Promise<T> => {
    if (reader !== writer && within.getStore())
      throw new Error('the store is written to by what it takes items from: it would wait forever');
    const promise = work();
    begun.add(promise);
    try {
      return await promise;
    } finally {
      begun.delete(promise);
    }
  };
  const transaction = <T>(work: (trx: Transaction<Tables>) => Promise<T>) =>
    writer.transaction().execute((trx) => within.run(true, () => work(trx)));
  const settled = async <T>(committed: Promise<T>): Promise<T> => {
    const result = await committed;
    await settle();
    return result;
  };
  type Work<T> = (trx: Transaction<Tables>, isRepeat: boolean) => Promise<T>;
  const persistent = <T>(work: Work<T>) =>
    persistently((isRepeat) => transaction((trx) => work(trx, isRepeat)));
  return {
    dialect,
    location,
    read: (query) => patiently(() => query(reader)).catch(guard),
    snapshot: (query) =>
      reader
        .connection()
        .execute((connection) => inSnapshot(dialect, connection, query))
        .catch(guard),
    write: (work) => begin(() => settled(transaction(work)).catch(guard)),
    persist: (work) => begin(() => settled(persistent(work)).catch(guard)),
    commit: (work) => begin(() => persistent(work).catch(guard)),
    single: (query) =>
      begin(() => persistently((isRepeat) => query(writer, isRepeat)).catch(guard)),
    settle: () => settle().catch(guard),
    begin,
    async close() {
      while (begun.size > 0) await Promise.allSettled(begun);
      await close();
    },
  };
}

/** A transaction that only reads. On SQLite it takes no lock that writers wait for. */
async function inSnapshot<T>(
  dialect: DialectName,
  connection: Kysely<Tables>,
  query: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const begin =
    dialect === 'sqlite' ? 'begin deferred' : 'begin isolation level repeatable read read only';
  await sql.raw(begin).execute(connection);
  try {
    return await query(connection);
  } finally {
    // Nothing was written. A connection that was lost has no transaction left.
    await sql`rollback`.execute(connection).catch(() => {});
  }
}
