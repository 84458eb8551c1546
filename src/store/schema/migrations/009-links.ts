import type { Kysely } from 'kysely';

/** Schema 9: a key can be a link to one leaderboard. */
export async function links(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('service_keys').addColumn('leaderboard', 'text').execute();
}
