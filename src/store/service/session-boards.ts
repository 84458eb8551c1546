import { type Selectable, sql, type Transaction } from 'kysely';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import type { Tables } from '../schema/tables.ts';
import type {
  BoardPlace,
  BoardRow,
  KeptBoard,
  KeptSession,
  ServiceSessionStore,
} from './service-session-store.ts';

/** Leaderboards: a session enters one as it ends, so that reading one costs what its own rows cost. */
export function boardQueries(
  access: Access,
): Pick<ServiceSessionStore, 'boards' | 'board' | 'boardRows' | 'testedOn'> {
  return {
    async boards(banks) {
      const rows = await access.read((db) =>
        db
          .selectFrom('boards')
          .selectAll()
          .$if(banks !== null, (query) =>
            query.where('bank', 'in', banks!.length === 0 ? [''] : banks!),
          )
          .execute(),
      );
      return rows.map(boardOf);
    },

    async board(id) {
      const row = await access.read((db) =>
        db.selectFrom('boards').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row && boardOf(row);
    },

    async boardRows(board, limit, after): Promise<BoardRow[]> {
      const rows = await access.read((db) =>
        db
          .selectFrom('service_sessions')
          .select(['number', 'id', 'examinee', 'state', 'charged', 'result', 'person', 'score'])
          .select('finished_at as finishedAt')
          .where('board', '=', board)
          .$if(after !== null, (query) =>
            query.where(sql<boolean>`(score, number) < (${after!.score}, ${after!.number})`),
          )
          .orderBy('score', 'desc')
          .orderBy('number', 'desc')
          .limit(limit)
          .execute(),
      );
      return rows.map((row) => ({
        ...row,
        person: row.person === 1,
        score: row.score as number,
        result: JSON.parse(row.result as string),
      }));
    },

    async testedOn(boards) {
      const found = new Map<string, Set<string>>();
      for (const some of batches(boards)) {
        const rows = await access.read((db) =>
          db
            .selectFrom('service_sessions')
            .select(['board', 'recorded_as'])
            .distinct()
            .where('board', 'in', some)
            .where('recorded_as', 'is not', null)
            .execute(),
        );
        for (const { board, recorded_as } of rows as { board: string; recorded_as: string }[])
          found.set(board, (found.get(board) ?? new Set()).add(recorded_as));
      }
      return found;
    },
  };
}

function boardOf({ facts, newest_at, ...row }: Selectable<Tables['boards']>): KeptBoard {
  return { ...row, facts: JSON.parse(facts), newestAt: newest_at };
}

/**
 * A session that has ended enters its leaderboard, in place of an earlier one of its examinee: the newest counts, except that one
 * ended by its rules precedes one ended early.
 */
export async function enterBoard(
  trx: Transaction<Tables>,
  { number, id, bank, examinee, state, finishedAt, configuration }: KeptSession,
  { board, facts, score, width, recordedAs }: BoardPlace,
): Promise<void> {
  const newest_at = finishedAt as string;
  const row = { id: board, bank, facts: JSON.stringify(facts), newest_at, widest: width };
  // First of all, because it locks the leaderboard against another session of the examinee.
  await trx
    .insertInto('boards')
    .values({ ...row, revision: 0, entries: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ widest: sql`boards.widest` }))
    .execute();
  // A person and a model may have one name.
  const person = Number((configuration as { person?: unknown }).person === true);
  const rival = await trx
    .selectFrom('service_sessions')
    .select(['number', 'id', 'state', 'finished_at'])
    .where('examinee', '=', examinee)
    .where('board', '=', board)
    .where('person', '=', person)
    .executeTakeFirst();
  if (rival !== undefined) {
    const own = { id, state, finished_at: newest_at };
    if (!precedes(own, rival as typeof own)) return;
    await trx
      .updateTable('service_sessions')
      .set({ board: null, score: null, recorded_as: null })
      .where('number', '=', rival.number)
      .execute();
  }
  await trx
    .updateTable('service_sessions')
    .set({ board, score, recorded_as: recordedAs })
    .where('number', '=', number)
    .execute();
  await trx
    .updateTable('boards')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      entries: eb('entries', '+', rival === undefined ? 1 : 0),
      newest_at: sql`case when newest_at < ${newest_at} then ${newest_at} else newest_at end`,
      widest: sql`case when widest < ${width} then ${width} else widest end`,
    }))
    .where('id', '=', board)
    .execute();
}

interface Ended {
  readonly id: string;
  readonly state: string;
  readonly finished_at: string;
}

function precedes(own: Ended, rival: Ended): boolean {
  if (own.state !== rival.state) return own.state === 'finished';
  return own.finished_at === rival.finished_at
    ? own.id > rival.id
    : own.finished_at > rival.finished_at;
}

/** Tells that a row of a leaderboard has changed. */
export async function touchBoard(trx: Transaction<Tables>, board: string): Promise<void> {
  await trx
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', board)
    .execute();
}
