import type { Kysely } from 'kysely';
import type { DialectName } from '../columns.ts';

/** Schema 2: who is at work on a run. On PostgreSQL nothing changes: there a lock of a connection says so. */
export async function claims(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres') return;
  await db.schema
    .createTable('claims')
    .addColumn('run', 'integer', (c) => c.notNull().primaryKey().references('runs.id'))
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('pid', 'integer', (c) => c.notNull())
    .addColumn('started', 'text')
    .addColumn('renewed', 'text', (c) => c.notNull())
    .execute();
}
