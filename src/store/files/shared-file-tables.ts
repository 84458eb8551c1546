import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Generated, type RawBuilder, sql, type Transaction } from 'kysely';
import { fail } from '../../errors.ts';
import { byName, checkName } from '../../shared-files/check-name.ts';
import { inParts } from '../../shared-files/in-parts.ts';
import { requireSize } from '../../shared-files/seal.ts';
import type { SharedFileLimits, SharedFiles } from '../../shared-files/shared-files.ts';
import type { Access } from '../access/access.ts';
import type { Tables } from '../schema/tables.ts';

/** Bytes of a chunk: a server reads a row as a whole. */
const CHUNK = 2 ** 20;
/** In seconds: files without a name are removed after this, when writers and readers of them are gone. */
const LEFT = 3600;

/**
 * Shared files in the database. Chunks are written in short transactions to a file without a name, since a slow upload must not keep
 * a connection; the last transaction names it. A replaced file loses its name, and its chunks stay for those that read it.
 */
export function sharedFileTables(access: Access, { largest }: SharedFileLimits): SharedFiles {
  const { dialect, location: place } = access;
  // The clock of the server: machines may differ.
  const now: RawBuilder<number> =
    dialect === 'sqlite'
      ? sql`unixepoch('subsec')`
      : sql`extract(epoch from clock_timestamp())::double precision`;
  return {
    place: `database ${place}`,
    isOfOneDatabase: true,
    async put(name, content) {
      checkName(name);
      const file = await access.commit(async (trx) => {
        await removeLeft(trx, now);
        const row = { name: null, bytes: 0, sha256: '', changed: now };
        const made = trx.insertInto('shared_files').values(row).returning('number');
        return (await made.executeTakeFirstOrThrow()).number;
      });
      const hash = createHash('sha256');
      let bytes = 0;
      try {
        let chunk = 0;
        for await (const part of inParts(content, CHUNK)) {
          bytes += part.length;
          requireSize(name, bytes, largest);
          hash.update(part);
          const row = { file, place: chunk++, content: part };
          await access.commit(async (trx) => {
            // The file is not a leftover while chunks arrive.
            await trx
              .updateTable('shared_files')
              .set({ changed: now })
              .where('number', '=', file)
              .execute();
            const added = trx.insertInto('shared_file_chunks').values(row);
            await added.onConflict((conflict) => conflict.doNothing()).execute();
          });
        }
      } catch (error) {
        // Otherwise it is removed as a leftover.
        await access.commit((trx) => removeFiles(trx, [file])).catch(() => {});
        throw error;
      }
      const sha256 = hash.digest('hex');
      await access.persist(async (trx) => {
        // One after the other: without the lock, two that replace a third one would both take its name.
        if (dialect === 'postgres')
          await sql`select pg_advisory_xact_lock(hashtextextended(${`thetarank shared file ${name}`}, 0))`.execute(
            trx,
          );
        await trx
          .updateTable('shared_files')
          .set({ name: null, changed: now })
          .where('name', '=', name)
          .where('number', '!=', file)
          .execute();
        const { numUpdatedRows } = await trx
          .updateTable('shared_files')
          .set({ name, bytes, sha256, changed: now })
          .where('number', '=', file)
          .executeTakeFirst();
        // Nothing arrived for longer than a leftover is kept.
        if (numUpdatedRows === 0n)
          fail('SHARED_FILE_MISSING', { name, place: `database ${place}` });
      });
      return bytes;
    },
    async get(name) {
      checkName(name);
      const row = await access.read((db) =>
        db
          .selectFrom('shared_files')
          .select(['number', 'bytes', 'sha256'])
          .where('name', '=', name)
          .executeTakeFirst(),
      );
      if (row === undefined)
        return fail('SHARED_FILE_MISSING', { name, place: `database ${place}` });
      return content(access, name, row);
    },
    async remove(name) {
      checkName(name);
      await access.persist(async (trx) => {
        const found = trx.selectFrom('shared_files').select('number').where('name', '=', name);
        await removeFiles(
          trx,
          (await found.execute()).map(({ number }) => number),
        );
      });
    },
    async list(prefix) {
      // Without `like`, whose signs a prefix may have.
      const start = sql<string>`substr(name, 1, ${sql.lit([...prefix].length)})`;
      const rows = await access.read((db) =>
        db
          .selectFrom('shared_files')
          .select(['name', 'bytes', 'changed', sql<number>`${now} - changed`.as('age')])
          .where('name', 'is not', null)
          .where(start, '=', prefix)
          .execute(),
      );
      return rows
        .map((row) => ({
          name: row.name as string,
          bytes: row.bytes,
          age: Math.max(0, 1000 * row.age),
          changedAt: new Date(1000 * row.changed).toISOString(),
        }))
        .sort(byName);
    },
  };
}

/** The chunks of one version, each by a query of its own, so that a slow reader keeps no connection. */
async function* content(
  access: Access,
  name: string,
  { number, bytes, sha256 }: { readonly number: number; readonly bytes: number; sha256: string },
): AsyncGenerator<Uint8Array> {
  const place = `database ${access.location}`;
  const hash = createHash('sha256');
  for (let chunk = 0; chunk * CHUNK < bytes; chunk++) {
    const row = await access.read((db) =>
      db
        .selectFrom('shared_file_chunks')
        .select('content')
        .where('file', '=', number)
        .where('place', '=', chunk)
        .executeTakeFirst(),
    );
    // It was removed meanwhile.
    if (row === undefined) return fail('SHARED_FILE_MISSING', { name, place });
    hash.update(row.content);
    yield row.content;
    // SQLite answers at once: others have their turn.
    await setImmediate();
  }
  if (hash.digest('hex') !== sha256) fail('SHARED_FILE_DAMAGED', { name, place });
}

async function removeLeft(trx: Transaction<Tables>, now: RawBuilder<number>): Promise<void> {
  const left = await trx
    .selectFrom('shared_files')
    .select('number')
    .where('name', 'is', null)
    .where('changed', '<', sql<number>`${now} - ${sql.lit(LEFT)}`)
    .execute();
  await removeFiles(
    trx,
    left.map(({ number }) => number),
  );
}

async function removeFiles(trx: Transaction<Tables>, files: readonly number[]): Promise<void> {
  if (files.length === 0) return;
  await trx.deleteFrom('shared_file_chunks').where('file', 'in', files).execute();
  await trx.deleteFrom('shared_files').where('number', 'in', files).execute();
}

/** Columns of `shared_files`. */
export interface SharedFilesTable {
  number: Generated<number>;
  /** Null while it is written, and after it was replaced. */
  name: string | null;
  bytes: number;
  /** In hex. */
  sha256: string;
  /** In seconds since 1970, by the clock of the database's server. */
  changed: number;
}

/** Columns of `shared_file_chunks`: all chunks but the last have `CHUNK` bytes. */
export interface SharedFileChunksTable {
  file: number;
  place: number;
  content: Uint8Array;
}
