import type { Kysely } from 'kysely';
import type { ModelIdentity } from '../../../item-bank/import/logs/model-identity.ts';
import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { Access } from '../access/access.ts';
import { bankNamed, findBank } from '../banks/bank-row.ts';
import { itemIds } from '../banks/item-ids.ts';
import { type ReviewedItems, reviewedItems } from '../review/reviewed-items.ts';
import type { Tables } from '../schema/tables.ts';
import type { KeptResponses, Store } from '../store.ts';
import { examineeIds } from './examinee-ids.ts';
import { type LetterAnswer, packLetters, unpackAbsent, unpackLetters } from './pack-letters.ts';
import { packScores, unpackScores } from './pack-scores.ts';
import { rescoreResponses } from './rescore-responses.ts';
import { standInsAmong } from './stand-ins-among.ts';

/** Recorded answers: one packed row per examinee. */
export function responseTables(
  access: Access,
): Pick<Store, 'putResponses' | 'responses' | 'keptResponses' | 'answersChangedAt'> {
  return {
    putResponses: (bank, matrix, families, at, { letters, absent, scoredBy, origins } = {}) =>
      access.write(async (trx) => {
        const { id, version } = await bankNamed(trx, bank);
        const ids = await itemIds(trx, id, version);
        const position = new Map(ids.map((item, j) => [item, j]));
        const columns = matrix.items.map(
          (item) => position.get(item) ?? fail('ITEM_UNKNOWN', { item, where: `bank ${bank}` }),
        );
        const examinees = await examineeIds(trx, matrix.examinees);
        const row = new Float32Array(ids.length);
        const corrected = scoredBy === undefined ? correctedKeys(await reviewedItems(trx, id)) : [];
        for (const [i, name] of matrix.examinees.entries()) {
          row.fill(Number.NaN);
          const rowLetters: LetterAnswer[] = new Array(ids.length).fill(undefined);
          for (const [k, j] of columns.entries()) {
            row[j] = matrix.scores[i * matrix.items.length + k];
            rowLetters[j] = letters?.[i]?.[k];
          }
          const keys =
            scoredBy?.[i] ??
            Object.fromEntries(
              corrected.filter(
                ([item]) => !Number.isNaN(row[position.get(item) ?? -1] ?? Number.NaN),
              ),
            );
          const values = {
            family: families?.[i] ?? null,
            scores: packScores(row),
            changed_at: at,
            letters: packLetters(rowLetters, (j) => absent?.get(name)?.get(ids[j])),
            scored_by: Object.keys(keys).length === 0 ? null : JSON.stringify(keys),
            origin: origins?.[i] == null ? null : JSON.stringify(origins[i]),
          };
          await trx
            .insertInto('responses')
            .values({ bank: id, examinee: examinees.get(name) as number, ...values })
            .onConflict((conflict) => conflict.columns(['bank', 'examinee']).doUpdateSet(values))
            .execute();
        }
      }),
    responses: (bank) =>
      access.read(async (db) => {
        const kept = await readResponses(db, access.location, bank);
        if (kept === null) return null;
        return rescoreResponses(kept, await reviewedItems(db, (await bankNamed(db, bank)).id));
      }),
    keptResponses: (bank) => access.read((db) => readResponses(db, access.location, bank)),
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
): Promise<KeptResponses | null> {
  const found = await findBank(db, bank);
  if (found === undefined) return null;
  const rows = await db
    .selectFrom('responses')
    .innerJoin('examinees', 'examinees.id', 'responses.examinee')
    .select(['examinees.name', 'responses.family', 'responses.scores'])
    .select(['responses.letters', 'responses.scored_by', 'responses.origin'])
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
  const origins: (ModelIdentity | null)[] = rows.map(({ origin }) =>
    origin === null ? null : JSON.parse(origin),
  );
  const absent = rows.flatMap(({ name, letters }) => {
    const own = unpackAbsent(letters, items);
    return own.size === 0 ? [] : [[name, own] as const];
  });
  return {
    matrix,
    families,
    ...(absent.length > 0 && { absent: new Map(absent) }),
    ...standInsAmong(matrix.examinees, (m) => origins[m]),
    origins,
    letters: rows.map((row) => unpackLetters(row.letters)),
    scoredBy: rows.map((row) => (row.scored_by === null ? {} : JSON.parse(row.scored_by))),
  };
}

/** Of items with a corrected key: the letters of that key. */
function correctedKeys(reviewed: ReviewedItems): [item: string, key: string][] {
  return [...reviewed].flatMap(([item, { imported, current }]) =>
    current.hash !== imported.hash && 'options' in current
      ? [[item, current.key.join('')] as [string, string]]
      : [],
  );
}
