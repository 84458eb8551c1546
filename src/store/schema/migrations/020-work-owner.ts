import type { Kysely } from 'kysely';
import type { DialectName } from '../columns.ts';

/** Which process a computation is of: one that is started again takes it over at once. Only on PostgreSQL, as its table. */
export async function workOwner(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return;
  await db.schema.alterTable('work_data').addColumn('owner', 'text').execute();
}
