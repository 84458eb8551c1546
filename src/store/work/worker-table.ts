import { sql } from 'kysely';
import type { Access } from '../access/access.ts';
import { LAPSED, LEASE } from './lease.ts';
import type { WorkerStore } from './worker-store.ts';

const NOW = sql<Date>`clock_timestamp()`;
/** Rows of workers that were killed are removed after this many leases. */
const FORGOTTEN = sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(20 * LEASE)})`;

export function workerTable(access: Access): WorkerStore {
  return {
    renew: ({ id, queues, ...facts }, { draining, ...counts }) =>
      access.persist(async (trx) => {
        const state = { ...counts, draining: draining ? 1 : 0, renewed_at: NOW };
        await trx
          .insertInto('workers')
          .values({ id, ...facts, queues: queues.join(','), ...state, started_at: NOW })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
          .execute();
        await trx.deleteFrom('workers').where('renewed_at', '<', FORGOTTEN).execute();
      }),
    leave: (id) =>
      access.persist(async (trx) => {
        await trx.deleteFrom('workers').where('id', '=', id).execute();
      }),
    alive: async () => {
      const rows = await access.read((db) =>
        db
          .selectFrom('workers')
          .selectAll()
          .where('renewed_at', '>=', LAPSED)
          .orderBy('started_at')
          .orderBy('id')
          .execute(),
      );
      return rows.map(({ queues, draining, started_at, renewed_at, ...row }) => ({
        ...row,
        queues: queues === '' ? [] : queues.split(','),
        draining: draining === 1,
        startedAt: started_at.toISOString(),
        renewedAt: renewed_at.toISOString(),
      }));
    },
  };
}
