import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../columns.ts';

/**
 * Schema 17: computations that workers share, their tasks and results, and the workers. Only on PostgreSQL; with SQLite
 * all work is done in the process. Times are those of the server, so that no other clock decides who is alive.
 */
export async function work(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return;
  await db.schema
    .createTable('work_data')
    .addColumn('id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('data', 'bytea', (c) => c.notNull())
    .addColumn('stopped', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('renewed_at', 'timestamptz')
    .addColumn('changed_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
  await db.schema.createIndex('work_data_hash').on('work_data').columns(['hash']).execute();
  for (const [table, content] of [
    ['work_tasks', 'task'],
    ['work_results', 'result'],
  ])
    await db.schema
      .createTable(table)
      .addColumn('work', 'text', (c) => c.notNull().references('work_data.id').onDelete('cascade'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn(content, 'bytea', (c) => c.notNull())
      .$call((t) =>
        table === 'work_results' ? t.addColumn('failed', 'integer', (c) => c.notNull()) : t,
      )
      .addPrimaryKeyConstraint(`${table}_key`, ['work', 'key'])
      .execute();
  await db.schema
    .createTable('workers')
    .addColumn('id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('pid', 'integer', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('threads', 'integer', (c) => c.notNull())
    .addColumn('queues', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull())
    .addColumn('failed', 'integer', (c) => c.notNull())
    .addColumn('draining', 'integer', (c) => c.notNull())
    .addColumn('started_at', 'timestamptz', (c) => c.notNull())
    .addColumn('renewed_at', 'timestamptz', (c) => c.notNull())
    .execute();
}
