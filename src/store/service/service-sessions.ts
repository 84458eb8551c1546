import { type Kysely, type Selectable, sql } from 'kysely';
import type { Access } from '../access/access.ts';
import type { Tables } from '../schema/tables.ts';
import { serviceAnswerTable } from './service-answers.ts';
import type {
  KeptSession,
  ServiceSessionStore,
  SessionListFilter,
} from './service-session-store.ts';

type Row = Selectable<Tables['service_sessions']>;

/** The adaptive sessions of the service, with their answers. */
export function serviceSessionTables(access: Access): ServiceSessionStore {
  return {
    ...serviceAnswerTable(access),

    create: (session) =>
      access.persist(async (trx) =>
        sessionOf(
          // One that was made by an attempt whose end was not heard of is the same.
          await trx
            .insertInto('service_sessions')
            .values({ ...rowOf(session), revision: 1, charged: 0 })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ revision: 1 }))
            .returningAll()
            .executeTakeFirstOrThrow(),
        ),
      ),

    byId: async (id) => {
      const row = await access.read((db) =>
        db.selectFrom('service_sessions').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row === undefined ? undefined : sessionOf(row);
    },

    stamp: async (number) => {
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

    list: (filter) =>
      access.read(async (db) => {
        const rows = await found(db, filter)
          .selectAll()
          .$if(filter.before !== null, (query) =>
            query.where('number', '<', filter.before as number),
          )
          .orderBy('number', 'desc')
          .limit(filter.limit)
          .execute();
        const { total } = await found(db, filter)
          .select(({ fn }) => fn.countAll().as('total'))
          .executeTakeFirstOrThrow();
        return { sessions: rows.map(sessionOf), total: Number(total) };
      }),

    expired: async (now, limit) => {
      const rows = await access.read((db) =>
        db
          .selectFrom('service_sessions')
          .selectAll()
          .where('state', 'in', ['open', 'paused'])
          .where('expires_at', '<=', now)
          .orderBy('number')
          .limit(limit)
          .execute(),
      );
      return rows.map(sessionOf);
    },

    change: (number, revision, { finishedAt, changedAt, result, ...change }) =>
      access.write(async (trx) => {
        const row = await trx
          .updateTable('service_sessions')
          .set({
            ...change,
            ...(finishedAt === undefined ? {} : { finished_at: finishedAt }),
            ...(changedAt === undefined ? {} : { changed_at: changedAt }),
            ...(result === undefined
              ? {}
              : { result: result === null ? null : JSON.stringify(result) }),
            revision: revision + 1,
          })
          .where('number', '=', number)
          .where('revision', '=', revision)
          .returningAll()
          .executeTakeFirst();
        return row === undefined ? null : sessionOf(row);
      }),

    charge: (number, dollars) =>
      access.write(async (trx) => {
        await trx
          .updateTable('service_sessions')
          .set({ charged: sql`charged + ${dollars}` })
          .where('number', '=', number)
          .execute();
      }),

    exposure: (bank, after, limit) =>
      access.read(async (db) => {
        const sessions = await db
          .selectFrom('service_sessions')
          .select('number')
          .where('bank', '=', bank)
          .where('number', '>', after)
          .orderBy('number')
          .limit(limit)
          .execute();
        const numbers = sessions.map(({ number }) => number);
        if (numbers.length === 0) return { sessions: 0, asked: new Map(), next: null };
        const rows = await db
          .selectFrom('service_answers')
          .select('item')
          .select(({ fn }) => fn.countAll().as('asked'))
          .where('session', 'in', numbers)
          .groupBy('item')
          .execute();
        return {
          sessions: numbers.length,
          asked: new Map(rows.map(({ item, asked }) => [item, Number(asked)])),
          next: numbers.length < limit ? null : numbers[numbers.length - 1],
        };
      }),
  };
}

function found(db: Kysely<Tables>, { bank, banks, state, examinee }: SessionListFilter) {
  let query = db.selectFrom('service_sessions');
  if (bank !== undefined) query = query.where('bank', '=', bank);
  if (banks !== null) query = query.where('bank', 'in', banks.length === 0 ? [''] : banks);
  if (state !== undefined) query = query.where('state', '=', state);
  if (examinee !== undefined) query = query.where('examinee', '=', examinee);
  return query;
}

function rowOf(session: Omit<KeptSession, 'number' | 'revision' | 'charged'>) {
  const { id, bank, examinee, state, reason, length } = session;
  return {
    id,
    bank,
    examinee,
    state,
    reason,
    length,
    configuration: JSON.stringify(session.configuration),
    bank_version: session.bankVersion,
    calibration_version: session.calibrationVersion,
    made_by: session.by,
    created_at: session.createdAt,
    changed_at: session.changedAt,
    expires_at: session.expiresAt,
    finished_at: session.finishedAt,
    result: session.result === null ? null : JSON.stringify(session.result),
  };
}

function sessionOf(row: Row): KeptSession {
  const { number, id, bank, examinee, state, reason, revision, length, charged } = row;
  return {
    number,
    id,
    bank,
    examinee,
    state,
    reason,
    revision,
    length,
    charged,
    configuration: JSON.parse(row.configuration),
    bankVersion: row.bank_version,
    calibrationVersion: row.calibration_version,
    by: row.made_by,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    expiresAt: row.expires_at,
    finishedAt: row.finished_at,
    result: row.result === null ? null : JSON.parse(row.result),
  };
}
