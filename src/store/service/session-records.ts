import { sql, type Transaction } from 'kysely';
import type { Access } from '../access/access.ts';
import type { Tables } from '../schema/tables.ts';
import { rowOf, sessionOf } from './service-session-row.ts';
import type {
  KeptSession,
  NewKeptSession,
  ServiceSessionStore,
  SessionChange,
  SessionStamp,
} from './service-session-store.ts';
import { enterBoard, touchBoard } from './session-boards.ts';

/** The record of one session: made, read and changed. */
export function sessionRecords(
  access: Access,
): Pick<ServiceSessionStore, 'create' | 'byId' | 'stamp' | 'change' | 'keepClock' | 'charge'> {
  return {
    create(session: NewKeptSession): Promise<KeptSession> {
      return access.persist(async (trx) =>
        sessionOf(
          // One that was made by an attempt whose end was not heard of is the same.
          await trx
            .insertInto('service_sessions')
            .values({ ...rowOf(session), revision: 1, charged: 0 })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ revision: 1 }))
            .returningAll()
            .executeTakeFirstOrThrow(),
        ),
      );
    },

    async byId(id: string): Promise<KeptSession | undefined> {
      const row = await access.read((db) =>
        db.selectFrom('service_sessions').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row === undefined ? undefined : sessionOf(row);
    },

    async stamp(number: number): Promise<SessionStamp | undefined> {
      const row = await access.read((db) =>
        db
          .selectFrom('service_sessions')
          .select(['revision', 'charged'])
          .select((eb) =>
            eb
              .selectFrom('service_answers')
              .whereRef('session', '=', 'number')
              .select(({ fn }) => fn.countAll().as('count'))
              .as('answers'),
          )
          .where('number', '=', number)
          .executeTakeFirst(),
      );
      return row && { ...row, answers: Number(row.answers) };
    },

    change(
      number: number,
      revision: number,
      whole: SessionChange,
      answers?: number,
    ): Promise<KeptSession | null> {
      const { finishedAt, changedAt, result, clock, expiresAt, configuration, place, ...change } =
        whole;
      return access.persist(async (trx, isRepeat) => {
        const before = () =>
          isRepeat ? changedBefore(trx, number, revision + 1, whole) : Promise.resolve(null);
        if (answers !== undefined && (await answersNow(trx, number, access.dialect)) !== answers)
          return before();
        const row = await trx
          .updateTable('service_sessions')
          .set({
            ...change,
            ...(finishedAt === undefined ? {} : { finished_at: finishedAt }),
            ...(changedAt === undefined ? {} : { changed_at: changedAt }),
            ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
            ...(configuration === undefined
              ? {}
              : { configuration: JSON.stringify(configuration) }),
            ...(clock === undefined
              ? {}
              : { clock: clock === null ? null : JSON.stringify(clock) }),
            ...(result === undefined
              ? {}
              : { result: result === null ? null : JSON.stringify(result) }),
            revision: revision + 1,
          })
          .where('number', '=', number)
          .where('revision', '=', revision)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return before();
        const kept = sessionOf(row);
        if (place != null) await enterBoard(trx, kept, place);
        return kept;
      });
    },

    keepClock(number, revision, { clock, expiresAt }): Promise<boolean> {
      return access.persist(async (trx) => {
        const row = await trx
          .updateTable('service_sessions')
          .set({ clock: JSON.stringify(clock), expires_at: expiresAt })
          .where('number', '=', number)
          .where('revision', '=', revision)
          .returning('number')
          .executeTakeFirst();
        return row !== undefined;
      });
    },

    charge(number: number, dollars: number): Promise<void> {
      return access.write(async (trx) => {
        const { board } = await trx
          .updateTable('service_sessions')
          .set({ charged: sql`charged + ${dollars}` })
          .where('number', '=', number)
          .returning('board')
          .executeTakeFirstOrThrow();
        if (board !== null) await touchBoard(trx, board);
      });
    },
  };
}

/** The number of answers of a session; no more are kept before the transaction ends. */
async function answersNow(
  trx: Transaction<Tables>,
  number: number,
  dialect: Access['dialect'],
): Promise<number> {
  // Answers are kept while their session is locked for others (service-answers.ts). A statement after it sees all of them.
  if (dialect === 'postgres')
    await trx
      .selectFrom('service_sessions')
      .select('number')
      .where('number', '=', number)
      .forUpdate()
      .execute();
  const { count } = await trx
    .selectFrom('service_answers')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('session', '=', number)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The session, if this very change was committed by an attempt whose end was not heard of; null if another one was. */
async function changedBefore(
  trx: Transaction<Tables>,
  number: number,
  revision: number,
  { state, reason, length, changedAt }: SessionChange,
): Promise<KeptSession | null> {
  const row = await trx
    .selectFrom('service_sessions')
    .selectAll()
    .where('number', '=', number)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (row === undefined) return null;
  const expected = { state, reason, length, changed_at: changedAt };
  const isSame = Object.entries(expected).every(
    ([name, value]) => value === undefined || row[name as keyof typeof expected] === value,
  );
  return isSame ? sessionOf(row) : null;
}
