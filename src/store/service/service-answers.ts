import { type Kysely, type Selectable, sql } from 'kysely';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { groupCommit } from '../access/group-commit.ts';
import type { Tables } from '../schema/tables.ts';
import type {
  AnswerSums,
  GivenAnswer,
  KeptAnswer,
  ServiceSessionStore,
} from './service-session-store.ts';

type Row = Selectable<Tables['service_answers']>;

/** Where an answer stands. */
type Place = Pick<Row, 'session' | 'place'>;

/** Commits on their way to PostgreSQL. */
const AT_ONCE = 2;

/** Answers to the sessions of the service. */
export function serviceAnswerTable(
  access: Access,
): Pick<ServiceSessionStore, 'append' | 'answers' | 'extracted' | 'outputAt' | 'sums'> {
  const isPostgres = access.dialect === 'postgres';
  const append = groupCommit(
    (entries: readonly GivenAnswer[]) =>
      isPostgres
        ? access.single((db, isRepeat) => keptOf(db, entries, insertCurrent, isRepeat))
        : access.commit((trx, isRepeat) => keptOf(trx, entries, insertOpen, isRepeat)),
    isPostgres ? AT_ONCE : 1,
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
          .select(['place', 'item', 'score', 'key', 'at', 'cost', 'tokens', 'latency'])
          .select(['extracted', 'absent'])
          .select(
            texts
              ? 'output'
              : sql<string | null>`case when output is null then null else '' end`.as('output'),
          )
          .where('session', '=', number)
          .orderBy('place')
          .execute(),
      );
      return rows;
    },

    extracted: async (number) => {
      const rows = await access.read((db) =>
        db
          .selectFrom('service_answers')
          .select(['item', 'score', 'extracted', 'absent'])
          .select((eb) => eb('output', 'is not', null).as('hasOutput'))
          .select((eb) => eb('output', '=', '').as('isEmpty'))
          .where('session', '=', number)
          .orderBy('place')
          .execute(),
      );
      return rows.map((row) => ({
        ...row,
        hasOutput: Boolean(row.hasOutput),
        isEmpty: Boolean(row.isEmpty),
      }));
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
      const sums = new Map<number, AnswerSums>();
      for (const some of batches(numbers)) {
        const rows = await access.read((db) =>
          db
            .selectFrom('service_answers')
            .select(['session'])
            .select(({ fn }) => [
              fn.countAll().as('answers'),
              fn.count('output').as('outputs'),
              fn.sum('cost').as('cost'),
              fn.max('at').as('last'),
            ])
            .where('session', 'in', some)
            .groupBy('session')
            .execute(),
        );
        for (const { session, answers, outputs, cost, last } of rows)
          sums.set(session, {
            answers: Number(answers),
            outputs: Number(outputs),
            cost: Number(cost),
            lastAt: last,
          });
      }
      return sums;
    },
  };
}

/**
 * Keeps answers of sessions whose revision is that of the answers, where their place, item and key are free.
 * @param insert inserts some answers, and says which
 * @param isRepeat whether all this may have been committed before: an answer that is there as it is to be kept then counts
 */
async function keptOf(
  db: Kysely<Tables>,
  entries: readonly GivenAnswer[],
  insert: (db: Kysely<Tables>, entries: readonly GivenAnswer[]) => Promise<readonly Place[]>,
  isRepeat: boolean,
): Promise<ReadonlySet<GivenAnswer>> {
  // One order for everyone: transactions that keep the same answers then cannot wait for each other.
  const sorted = [...entries].sort(
    (a, b) => a.session - b.session || a.answer.place - b.answer.place,
  );
  const inserted = await insert(db, sorted);
  const keys = new Set(inserted.map(({ session, place }) => `${session}/${place}`));
  const kept = new Set<GivenAnswer>();
  const counted = new Set<string>();
  for (const entry of sorted) {
    const key = `${entry.session}/${entry.answer.place}`;
    // Of two with one place the first is the one that is kept.
    if (counted.has(key)) continue;
    if (!keys.has(key) && !(isRepeat && (await isThere(db, entry)))) continue;
    counted.add(key);
    kept.add(entry);
  }
  return kept;
}

/** For SQLite, in a transaction: nobody else writes meanwhile. */
async function insertOpen(
  trx: Kysely<Tables>,
  entries: readonly GivenAnswer[],
): Promise<readonly Place[]> {
  const current = await revisions(trx, [...new Set(entries.map(({ session }) => session))]);
  const open = entries.filter(({ session, revision }) => current.get(session) === revision);
  const inserted: Place[] = [];
  for (const some of batches(open))
    inserted.push(
      ...(await trx
        .insertInto('service_answers')
        .values(some.map(({ session, answer }) => ({ session, ...answer })))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['session', 'place'])
        .execute()),
    );
  return inserted;
}

async function revisions(
  trx: Kysely<Tables>,
  sessions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (const some of batches(sessions)) {
    const rows = await trx
      .selectFrom('service_sessions')
      .select(['number', 'revision'])
      .where('number', 'in', some)
      .execute();
    for (const { number, revision } of rows) found.set(number, revision);
  }
  return found;
}

/**
 * For PostgreSQL, as one statement of a text that does not depend on the number of answers. It locks the sessions, so that their
 * revisions cannot change before its end; a lock that has to wait sees the revision of then.
 */
async function insertCurrent(
  db: Kysely<Tables>,
  entries: readonly GivenAnswer[],
): Promise<readonly Place[]> {
  const of = (name: keyof KeptAnswer) => entries.map(({ answer }) => answer[name]);
  const sessions = entries.map(({ session }) => session);
  const revisionsOf = entries.map(({ revision }) => revision);
  const { rows } = await sql<Place>`
    with given as (select * from unnest(${sessions}::integer[], ${revisionsOf}::integer[], ${of('place')}::integer[],
        ${of('item')}::text[], ${of('score')}::double precision[], ${of('key')}::text[], ${of('at')}::text[],
        ${of('cost')}::double precision[], ${of('tokens')}::integer[], ${of('latency')}::double precision[],
        ${of('extracted')}::text[], ${of('absent')}::text[], ${of('output')}::text[]) with ordinality
        as given (session, revision, place, item, score, key, at, cost, tokens, latency, extracted, absent, output, nth)),
      current as (select number, revision from service_sessions
        where number in (select session from given) order by number for share)
    insert into service_answers (session, place, item, score, key, at, cost, tokens, latency, extracted, absent, output)
    select session, place, item, score, key, at, cost, tokens, latency, extracted, absent, output
    from given join current on number = session and current.revision = given.revision
    order by nth on conflict do nothing returning session, place`.execute(db);
  return rows;
}

/** Whether this very answer stands at its place. */
async function isThere(trx: Kysely<Tables>, { session, answer }: GivenAnswer): Promise<boolean> {
  const found: Row | undefined = await trx
    .selectFrom('service_answers')
    .selectAll()
    .where('session', '=', session)
    .where('place', '=', answer.place)
    .executeTakeFirst();
  const names = Object.keys(answer) as (keyof KeptAnswer)[];
  return found !== undefined && names.every((name) => found[name] === answer[name]);
}
