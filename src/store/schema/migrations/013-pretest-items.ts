import { type Kysely, sql } from 'kysely';

/**
 * Schema 13: pretest items do not count for scores. Before, every imported item was called `pretest` and counted, so those become
 * `active`, in the column and in the line. Fields of a line have one order, and tags are sorted by name: no tags of an item look like
 * its status, type and language.
 */
export async function pretestItems(db: Kysely<unknown>): Promise<void> {
  const start = (status: string) =>
    sql`${`"status":"${status}","type":"`} || type || '","language":'`;
  await sql`update items set status = 'active',
    line = replace(line, ${start('pretest')}, ${start('active')}) where status = 'pretest'`.execute(
    db,
  );
}
