import type { Kysely } from 'kysely';
import { bankNamed } from '../banks/bank-row.ts';
import { fingerprintLine } from '../banks/fingerprint.ts';
import type { Tables } from '../schema/tables.ts';
import { readLog, reviewedBy } from './reviewed-items.ts';

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
    if (fingerprintLine(item.imported, item) !== fingerprintLine(item.imported, before))
      changed.add(id);
  }
  return changed;
}
