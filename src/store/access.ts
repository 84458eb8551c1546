import type { Kysely, Transaction } from 'kysely';
import type { DialectName } from './columns.ts';
import { storeFailure } from './store-failure.ts';
import type { Tables } from './tables.ts';

/**
 * How queries reach a database. Reading never waits for writing: on SQLite each has a connection of its own, and a
 * reader sees what is committed.
 */
export interface Access {
  readonly dialect: DialectName;
  /** The file or address, without a password. */
  readonly location: string;
  /** @throws STORE_UNAVAILABLE */
  read<T>(query: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * One transaction: committed once it resolves, undone if `work` throws. On SQLite there is one at a time.
   * @throws STORE_UNAVAILABLE
   */
  write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Access by one connection, or pool of them, for reading, and one for writing; `closed` runs when both are. */
export function accessBy(
  dialect: DialectName,
  location: string,
  reader: Kysely<Tables>,
  writer: Kysely<Tables>,
): Access {
  const guard = (error: unknown): never => storeFailure(location, error);
  return {
    dialect,
    location,
    read: (query) => query(reader).catch(guard),
    write: (work) => writer.transaction().execute(work).catch(guard),
    async close() {
      await reader.destroy();
      // Last: it is the last connection that writes an SQLite log back and removes it.
      if (writer !== reader) await writer.destroy();
    },
  };
}
