import type { Transaction } from 'kysely';
import { batches } from '../access/batches.ts';
import type { Tables } from '../schema/tables.ts';

/** The row of each examinee by name, made if it is missing. */
export async function examineeIds(
  trx: Transaction<Tables>,
  names: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  // Ascending: two transactions that add the same names then wait for each other in one order only.
  for (const some of batches([...new Set(names)].sort())) {
    const find = () =>
      trx.selectFrom('examinees').select(['id', 'name']).where('name', 'in', some).execute();
    for (const { id, name } of await find()) ids.set(name, id);
    const missing = some.filter((name) => !ids.has(name));
    if (missing.length === 0) continue;
    await trx
      .insertInto('examinees')
      .values(missing.map((name) => ({ name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const { id, name } of await find()) ids.set(name, id);
  }
  return ids;
}
