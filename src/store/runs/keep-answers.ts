import type { Insertable, Transaction } from 'kysely';
import type { RunAnswer } from '../../run/run-record.ts';
import { batches } from '../access/batches.ts';
import { examineeIds } from '../responses/examinee-ids.ts';
import type { Tables } from '../schema/tables.ts';
import { answerRow } from './answer-row.ts';
import { originRow } from './origins.ts';

/** An answer of a run. */
export interface Entry {
  readonly run: number;
  readonly answer: RunAnswer;
}

type Row = Insertable<Tables['answers']>;

/**
 * Adds answers, and leaves out those whose place or item is taken.
 * @param isRepeat whether all this may have been committed before by this very caller: an answer that is there as it is
 *   to be kept then counts as kept
 * @returns those that are kept
 */
export async function keepAnswers(
  trx: Transaction<Tables>,
  entries: readonly Entry[],
  isRepeat: boolean,
): Promise<ReadonlySet<Entry>> {
  const ids = await examineeIds(
    trx,
    entries.map(({ answer }) => answer.examinee),
  );
  const rows = entries
    .map((entry) => {
      const { run, answer } = entry;
      const examinee = ids.get(answer.examinee) as number;
      return { entry, row: answerRow(run, examinee, answer) };
    })
    // One order for everyone: transactions that keep the same answers then cannot wait for each other.
    .sort(
      ({ row: a }, { row: b }) => a.run - b.run || a.examinee - b.examinee || a.place - b.place,
    );
  const kept = new Set<Entry>();
  const counted = new Set<string>();
  for (const some of batches(rows)) {
    const inserted = await trx
      .insertInto('answers')
      .values(some.map(({ row }) => row))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['run', 'examinee', 'place'])
      .execute();
    const keys = new Set(inserted.map(keyOf));
    for (const { entry, row } of some) {
      const key = keyOf(row);
      // Of two with one key the first is the one that is kept.
      if (counted.has(key)) continue;
      if (!keys.has(key) && !(isRepeat && (await isThere(trx, row)))) continue;
      counted.add(key);
      kept.add(entry);
    }
    const origins = some.flatMap(({ entry, row }) =>
      kept.has(entry) ? (originRow(row.run, row.examinee, entry.answer) ?? []) : [],
    );
    if (origins.length > 0)
      await trx
        .insertInto('answer_origins')
        .values(origins)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  return kept;
}

function keyOf({ run, examinee, place }: Pick<Row, 'run' | 'examinee' | 'place'>): string {
  return `${run}/${examinee}/${place}`;
}

/** Whether this very answer stands at its place: another process would hardly have kept it in the same millisecond. */
async function isThere(trx: Transaction<Tables>, row: Row): Promise<boolean> {
  const found = await trx
    .selectFrom('answers')
    .select(['item', 'output', 'score', 'kept_at'])
    .where('run', '=', row.run)
    .where('examinee', '=', row.examinee)
    .where('place', '=', row.place)
    .executeTakeFirst();
  return (
    found?.item === row.item &&
    found.output === row.output &&
    found.score === row.score &&
    found.kept_at === row.kept_at
  );
}
