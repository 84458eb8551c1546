import type { Kysely } from 'kysely';
import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { Access } from '../access/access.ts';
import { bankNamed, findBank } from '../banks/bank-row.ts';
import { itemIds } from '../banks/item-ids.ts';
import type { Tables } from '../schema/tables.ts';
import type { Store, StoredResponses } from '../store.ts';
import { examineeIds } from './examinee-ids.ts';
import { packScores, unpackScores } from './pack-scores.ts';

/** Recorded answers: one packed row per examinee. */
export function responseTables(
  access: Access,
): Pick<Store, 'putResponses' | 'responses' | 'answersChangedAt'> {
  return {
    putResponses: (bank, matrix, families, at) =>
      access.write(async (trx) => {
        const { id, version } = await bankNamed(trx, bank);
        const ids = await itemIds(trx, id, version);
        const position = new Map(ids.map((item, j) => [item, j]));
        const columns = matrix.items.map(
          (item) => position.get(item) ?? fail('ITEM_UNKNOWN', { item, where: `bank ${bank}` }),
        );
        const examinees = await examineeIds(trx, matrix.examinees);
        const row = new Float32Array(ids.length);
        for (const [i, name] of matrix.examinees.entries()) {
          row.fill(Number.NaN);
          for (const [k, j] of columns.entries())
            row[j] = matrix.scores[i * matrix.items.length + k];
          const values = { family: families?.[i] ?? null, scores: packScores(row), changed_at: at };
          await trx
            .insertInto('responses')
            .values({ bank: id, examinee: examinees.get(name) as number, ...values })
            .onConflict((conflict) => conflict.columns(['bank', 'examinee']).doUpdateSet(values))
            .execute();
        }
      }),
    responses: (bank) => access.read((db) => readResponses(db, access.location, bank)),
    answersChangedAt: async (bank) => {
      const { at } = await access.read((db) =>
        db
          .selectFrom('responses')
          .innerJoin('banks', 'banks.id', 'responses.bank')
          .select(({ fn }) => fn.max('responses.changed_at').as('at'))
          .where('banks.name', '=', bank)
          .executeTakeFirstOrThrow(),
      );
      return at;
    },
  };
}

/** Examinees stand in the order they were first put. */
async function readResponses(
  db: Kysely<Tables>,
  location: string,
  bank: string,
): Promise<StoredResponses | null> {
  const found = await findBank(db, bank);
  if (found === undefined) return null;
  const rows = await db
    .selectFrom('responses')
    .innerJoin('examinees', 'examinees.id', 'responses.examinee')
    .select(['examinees.name', 'responses.family', 'responses.scores'])
    .where('responses.bank', '=', found.id)
    .orderBy('responses.id')
    .execute();
  if (rows.length === 0) return null;
  const items = await itemIds(db, found.id, found.version);
  const width = items.length;
  const scores = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries())
    if (!unpackScores(row.scores, scores.subarray(i * width, (i + 1) * width)))
      fail('STORE_UNAVAILABLE', {
        location,
        reason: `the recorded answers of ${row.name} are damaged`,
        todo: 'Restore a backup, or import them again.',
      });
  const matrix: ResponseMatrix = { examinees: rows.map(({ name }) => name), items, scores };
  // Who came without a family beside others that have one is a family of its own.
  const families = rows.some(({ family }) => family !== null)
    ? rows.map(({ family, name }) => family ?? name)
    : null;
  return { matrix, families };
}
