import type { Kysely } from 'kysely';
import { columnsOf, type DialectName } from '../columns.ts';

/** Schema 16: files that the processes of a service share. One without a name is being written, was replaced, or was left. */
export async function sharedFiles(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { bytes, identity } = columnsOf(dialect);
  await db.schema
    .createTable('shared_files')
    .addColumn('number', identity as never)
    .addColumn('name', 'text', (c) => c.unique())
    .addColumn('bytes', 'double precision', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('changed', 'double precision', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('shared_file_chunks')
    .addColumn('file', 'integer', (c) => c.notNull().references('shared_files.number'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('content', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('shared_file_chunks_primary', ['file', 'place'])
    .execute();
}
