import type { Kysely } from 'kysely';
import type { Access } from '../access/access.ts';
import type { Tables } from '../schema/tables.ts';
import { sessionOf } from './service-session-row.ts';
import type {
  KeptSession,
  ServiceSessionStore,
  SessionFilter,
  SessionListFilter,
} from './service-session-store.ts';

/** What is asked of many sessions at once. */
export function sessionQueries(
  access: Access,
): Pick<ServiceSessionStore, 'list' | 'count' | 'expired' | 'exposure'> {
  return {
    async list(filter: SessionListFilter): Promise<KeptSession[]> {
      const { before, limit } = filter;
      const rows = await access.read((db) =>
        found(db, filter)
          .selectAll()
          .$if(before !== null, (query) => query.where('number', '<', before as number))
          .orderBy('number', 'desc')
          .limit(limit)
          .execute(),
      );
      return rows.map(sessionOf);
    },

    async count(filter: SessionFilter): Promise<number> {
      const { total } = await access.read((db) =>
        found(db, filter)
          .select(({ fn }) => fn.countAll().as('total'))
          .executeTakeFirstOrThrow(),
      );
      return Number(total);
    },

    async expired(now: string, limit: number): Promise<KeptSession[]> {
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

    exposure(
      bank: string,
      after: number,
      limit: number,
    ): ReturnType<ServiceSessionStore['exposure']> {
      return access.read(async (db) => {
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
        const { sessions: begun } = await db
          .selectFrom('service_answers')
          .select(({ fn }) => fn.count('session').distinct().as('sessions'))
          .where('session', 'in', numbers)
          .executeTakeFirstOrThrow();
        return {
          sessions: Number(begun),
          asked: new Map(rows.map(({ item, asked }) => [item, Number(asked)])),
          next: numbers.length < limit ? null : numbers[numbers.length - 1],
        };
      });
    },
  };
}

function found(db: Kysely<Tables>, { bank, banks, state, examinee, person }: SessionFilter) {
  let query = db.selectFrom('service_sessions');
  if (bank !== undefined) query = query.where('bank', '=', bank);
  if (banks !== null) query = query.where('bank', 'in', banks.length === 0 ? [''] : banks);
  if (state !== undefined) query = query.where('state', '=', state);
  if (examinee !== undefined) query = query.where('examinee', '=', examinee);
  if (person !== undefined) query = query.where('person', '=', Number(person));
  return query;
}
