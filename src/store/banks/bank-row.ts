import type { Kysely } from 'kysely';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import type { Tables } from '../schema/tables.ts';

/** What other tables refer to. */
export interface BankRow {
  readonly id: number;
  readonly version: number;
}

export function findBank(db: Kysely<Tables>, name: string): Promise<BankRow | undefined> {
  return db
    .selectFrom('banks')
    .select(['id', 'version'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** @throws NAME_UNKNOWN */
export async function bankNamed(db: Kysely<Tables>, name: string): Promise<BankRow> {
  const bank = await findBank(db, name);
  if (bank !== undefined) return bank;
  const rows = await db.selectFrom('banks').select('name').orderBy('name').execute();
  const nearest = nearestNames(
    name,
    rows.map((row) => row.name),
  );
  return fail('NAME_UNKNOWN', { kind: 'bank', name, nearest });
}
