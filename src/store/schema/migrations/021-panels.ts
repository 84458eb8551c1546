import type { Kysely } from 'kysely';

/** Schema 20: panels of experts, and keys for their members. */
export async function panels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('panels')
    .addColumn('id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('bank', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('configuration', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('closed_at', 'text')
    .execute();
  await db.schema.alterTable('service_keys').addColumn('panel', 'text').execute();
}
