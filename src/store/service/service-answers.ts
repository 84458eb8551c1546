import type { Selectable, Transaction } from 'kysely';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { groupCommit } from '../access/group-commit.ts';
import type { Tables } from '../schema/tables.ts';
import type { GivenAnswer, KeptAnswer, ServiceSessionStore } from './service-session-store.ts';

type Row = Selectable<Tables['service_answers']>;

/** Answers to the sessions of the service. */
export function serviceAnswerTable(
  access: Access,
): Pick<ServiceSessionStore, 'append' | 'answers' | 'extracted' | 'outputAt' | 'sums'> {
  const append = groupCommit((entries: readonly GivenAnswer[]) =>
    access.commit((trx, isRepeat) => keepGiven(trx, access.dialect, entries, isRepeat)),
  );
  return {
    append: (answers) =>
      access.begin(async () => {
        const kept = (await append(answers)) ?? new Set();
        // The next group is committed while this one goes to the disk.
        await access.settle();
        return kept;
      }),

    answers: async (number, texts = false) => {
      const rows = await access.read((db) =>
        db
          .selectFrom('service_answers')
          .select(['place', 'item', 'score', 'key', 'at', 'cost', 'tokens', 'latency', 'extracted'])
          .$if(texts, (query) => query.select('output'))
          .where('session', '=', number)
          .orderBy('place')
          .execute(),
      );
      return rows.map((row) => ({ ...row, output: row.output ?? null }));
    },

    extracted: async (number) => {
      const rows = await access.read((db) =>
        db
          .selectFrom('service_answers')
          .select(['item', 'score', 'extracted'])
          .select((eb) => eb('output', 'is not', null).as('hasOutput'))
          .where('session', '=', number)
          .orderBy('place')
          .execute(),
      );
      return rows.map((row) => ({ ...row, hasOutput: Boolean(row.hasOutput) }));
    },

    outputAt: async (number, place) => {
      const row = await access.read((db) =>
        db
          .selectFrom('service_answers')
          .select('output')
          .where('session', '=', number)
          .where('place', '=', place)
          .executeTakeFirst(),
      );
      return row?.output ?? null;
    },

    sums: async (numbers) => {
      const sums = new Map<number, { answers: number; cost: number; lastAt: string | null }>();
      for (const some of batches(numbers)) {
        const rows = await access.read((db) =>
          db
            .selectFrom('service_answers')
            .select(['session'])
            .select(({ fn }) => [
              fn.countAll().as('answers'),
              fn.sum('cost').as('cost'),
              fn.max('at').as('last'),
            ])
            .where('session', 'in', some)
            .groupBy('session')
            .execute(),
        );
        for (const { session, answers, cost, last } of rows)
          sums.set(session, { answers: Number(answers), cost: Number(cost), lastAt: last });
      }
      return sums;
    },
  };
}

/** @param isRepeat whether all this may have been committed before: an answer that is there as it is to be kept then counts */
async function keepGiven(
  trx: Transaction<Tables>,
  dialect: Access['dialect'],
  entries: readonly GivenAnswer[],
  isRepeat: boolean,
): Promise<ReadonlySet<GivenAnswer>> {
  const current = await revisions(trx, dialect, [
    ...new Set(entries.map(({ session }) => session)),
  ]);
  const open = entries
    .filter(({ session, revision }) => current.get(session) === revision)
    // One order for everyone: transactions that keep the same answers then cannot wait for each other.
    .sort((a, b) => a.session - b.session || a.answer.place - b.answer.place);
  const kept = new Set<GivenAnswer>();
  const counted = new Set<string>();
  for (const some of batches(open)) {
    const inserted = await trx
      .insertInto('service_answers')
      .values(some.map(({ session, answer }) => ({ session, ...answer })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['session', 'place'])
      .execute();
    const keys = new Set(inserted.map(({ session, place }) => `${session}/${place}`));
    for (const entry of some) {
      const key = `${entry.session}/${entry.answer.place}`;
      // Of two with one place the first is the one that is kept.
      if (counted.has(key)) continue;
      if (!keys.has(key) && !(isRepeat && (await isThere(trx, entry)))) continue;
      counted.add(key);
      kept.add(entry);
    }
  }
  return kept;
}

/** The revisions of sessions, which cannot change before the transaction ends. In the order of their numbers. */
async function revisions(
  trx: Transaction<Tables>,
  dialect: Access['dialect'],
  sessions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (const some of batches(sessions)) {
    const rows = await trx
      .selectFrom('service_sessions')
      .select(['number', 'revision'])
      .where('number', 'in', some)
      .orderBy('number')
      .$if(dialect === 'postgres', (query) => query.forShare())
      .execute();
    for (const { number, revision } of rows) found.set(number, revision);
  }
  return found;
}

/** Whether this very answer stands at its place. */
async function isThere(
  trx: Transaction<Tables>,
  { session, answer }: GivenAnswer,
): Promise<boolean> {
  const found: Row | undefined = await trx
    .selectFrom('service_answers')
    .selectAll()
    .where('session', '=', session)
    .where('place', '=', answer.place)
    .executeTakeFirst();
  const names = Object.keys(answer) as (keyof KeptAnswer)[];
  return found !== undefined && names.every((name) => found[name] === answer[name]);
}
