import type { Kysely } from 'kysely';
import { pages } from '../access/batches.ts';
import type { Tables } from '../schema/tables.ts';

const PAGE = 10_000;

/** The id of every item of a bank, by position, as of `version`. */
export async function itemIds(
  db: Kysely<Tables>,
  bank: number,
  version: number,
): Promise<string[]> {
  const rows = pages<{ position: number; id: string }>((last) =>
    db
      .selectFrom('items')
      .select(['position', 'id'])
      .where('bank', '=', bank)
      .where('added_in', '<=', version)
      .where('position', '>', last?.position ?? -1)
      .orderBy('position')
      .limit(PAGE)
      .execute(),
  );
  const ids: string[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}
