import type { Kysely } from 'kysely';
import { bankNamed } from '../banks/bank-row.ts';
import type { Tables } from '../schema/tables.ts';
import { type ReviewedItem, readLog, reviewedBy } from './reviewed-items.ts';

/** See `ReviewStore.changedSince`. */
export async function changedSince(
  db: Kysely<Tables>,
  name: string,
  version: number,
): Promise<ReadonlySet<string>> {
  const bank = await bankNamed(db, name);
  const log = await readLog(db, bank.id);
  if (log.length === 0) return new Set();
  const { last } = await db
    .selectFrom('bank_versions')
    .select(({ fn }) => fn.max('decision').as('last'))
    .where('bank', '=', bank.id)
    .where('version', '<=', version)
    .executeTakeFirstOrThrow();
  // Versions without a decision of their own contain those of the versions before them.
  const then = await reviewedBy(
    db,
    bank.id,
    log.filter(({ number }) => number <= (last ?? 0)),
  );
  const now = await reviewedBy(db, bank.id, log);
  const changed = new Set<string>();
  for (const [id, item] of now) {
    const before = then.get(id) ?? { ...item, current: item.imported };
    if (contentOf(item) !== contentOf(before)) changed.add(id);
  }
  return changed;
}

/** What answers and parameters of an item are of. A promotion leaves it as it is: the item counts now, but is the same one. */
function contentOf({ imported, current }: ReviewedItem): string {
  const isRetired = current.status === 'retired' && imported.status !== 'retired';
  return isRetired ? 'retired' : current.hash;
}
