import type { Kysely } from 'kysely';

/** Schema 4: the keys of the service. Of a key itself only a hash is kept. */
export async function serviceKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('service_keys')
    .addColumn('id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('banks', 'text')
    .addColumn('session', 'text')
    .addColumn('made_by', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
}
