import type { Kysely } from 'kysely';
import type { DialectName } from '../columns.ts';

/** Schema 7: a claim can be the service's own, as number 0; which key has started a job. */
export async function serviceOwner(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('made_by_key', 'text').execute();
  if (dialect === 'postgres') return;
  // As before, but not only of runs.
  await db.schema.alterTable('claims').renameTo('claims_of_runs').execute();
  await db.schema
    .createTable('claims')
    .addColumn('run', 'integer', (c) => c.notNull().primaryKey())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('pid', 'integer', (c) => c.notNull())
    .addColumn('started', 'text')
    .addColumn('renewed', 'text', (c) => c.notNull())
    .execute();
  const columns = ['run', 'host', 'pid', 'started', 'renewed'] as const;
  await (
    db as Kysely<{
      claims: Record<(typeof columns)[number], unknown>;
      claims_of_runs: Record<(typeof columns)[number], unknown>;
    }>
  )
    .insertInto('claims')
    .columns([...columns])
    .expression((eb) => eb.selectFrom('claims_of_runs').select([...columns]))
    .execute();
  await db.schema.dropTable('claims_of_runs').execute();
}
