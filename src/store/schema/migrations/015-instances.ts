import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../columns.ts';

/**
 * Schema 15: several processes on one PostgreSQL. Times are seconds since 1970 by the server's clock. An SQLite database has none of
 * this, because one process serves it.
 */
export async function instances(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return;
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('pid', 'integer', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('started_at', 'double precision', (c) => c.notNull())
    .addColumn('renewed_at', 'double precision', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('instance', 'text', (c) =>
      c.notNull().references('instances.id').onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('leases_instance').on('leases').column('instance').execute();
  // Not logged: after a crash of the server limits begin anew, and nothing waits for the disk.
  await sql`create unlogged table rate_levels
    (name text primary key, tokens double precision not null, most double precision not null,
    counted_at double precision not null)`.execute(db);
}
