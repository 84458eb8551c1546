import type { Kysely } from 'kysely';
import { columnsOf, type DialectName } from '../columns.ts';

/** Schema 6: jobs of the service. */
export async function jobs(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('number', columnsOf(dialect).identity as never)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('bank', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('progress', 'text')
    .addColumn('error', 'text')
    .addColumn('result', 'text')
    .execute();
  await db.schema.createIndex('jobs_state').on('jobs').columns(['state']).execute();
}
