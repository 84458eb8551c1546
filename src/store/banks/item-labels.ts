import type { Access } from '../access/access.ts';
import { pages } from '../access/batches.ts';

/** Ids and hashes are short. */
const PAGE = 10_000;

/** Position, id, hash and status of every item as it was imported, in order. */
export function itemLabels(read: Access['read'], bank: number) {
  return pages<{ position: number; id: string; hash: string; status: string }>((last) =>
    read((db) =>
      db
        .selectFrom('items')
        .select(['position', 'id', 'hash', 'status'])
        .where('bank', '=', bank)
        .where('position', '>', last?.position ?? -1)
        .orderBy('position')
        .limit(PAGE)
        .execute(),
    ),
  );
}
