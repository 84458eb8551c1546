import { type Kysely, sql } from 'kysely';

/**
 * Schema 18: any process may be asked to cancel a job that another one runs, and a study is made by one job at a time, wherever it was
 * started.
 */
export async function jobRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('cancel_at', 'text').execute();
  await db.schema.alterTable('jobs').addColumn('study', 'text').execute();
  await db.schema
    .createIndex('jobs_study')
    .on('jobs')
    .column('study')
    .unique()
    .where(sql.ref('finished_at'), 'is', null)
    .execute();
}
