import type { Kysely } from 'kysely';

/** Schema 10: a bank can have a taxonomy, JSON. */
export async function taxonomies(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('banks').addColumn('taxonomy', 'text').execute();
}
