import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../columns.ts';

/**
 * How far computations are: when each was begun, of how many tasks it is where that is known, and when each result was kept. The index
 * has all that is counted, so that nobody reads results to count them. Only on PostgreSQL, as the tables.
 */
export async function workProgress(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return;
  await db.schema
    .alterTable('work_data')
    .addColumn('begun_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('tasks', 'integer')
    .execute();
  await db.schema
    .alterTable('work_results')
    .addColumn('kept_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
  await db.schema
    .createIndex('work_results_progress')
    .on('work_results')
    .columns(['work', 'failed', 'kept_at'])
    .execute();
}
