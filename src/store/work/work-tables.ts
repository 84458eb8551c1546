import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { LAPSED } from './lease.ts';
import { workProgress } from './work-progress.ts';
import type { WorkStore } from './work-store.ts';

const NOW = sql<Date>`clock_timestamp()`;

export function workTables(access: Access): WorkStore {
  return {
    begin: async (work, owner, isApart) => {
      const id = randomUUID();
      return access.persist(async (trx) => {
        const before = await trx
          .selectFrom('work_data')
          .select('id')
          .where('hash', '=', work.hash)
          .$if(isApart, (query) =>
            query.where((eb) =>
              eb.or([eb('renewed_at', 'is', null), eb('renewed_at', '<', LAPSED)]),
            ),
          )
          .orderBy('changed_at', 'desc')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (before === undefined) {
          await trx
            .insertInto('work_data')
            .values({ id, ...work, owner, renewed_at: NOW })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          return { id, isTakenOver: false };
        }
        await trx
          .updateTable('work_data')
          .set({
            renewed_at: NOW,
            changed_at: NOW,
            begun_at: NOW,
            stopped: 0,
            tasks: work.tasks,
            owner,
          })
          .where('id', '=', before.id)
          .execute();
        // What went wrong may have had a cause outside, such as a missing key.
        await trx
          .deleteFrom('work_results')
          .where('work', '=', before.id)
          .where('failed', '=', 1)
          .execute();
        return { id: before.id, isTakenOver: true };
      });
    },
    endAll: (hash) =>
      access.persist(async (trx) => {
        await trx.deleteFrom('work_data').where('hash', '=', hash).execute();
      }),
    renew: (id, owner) => change(access, id, owner, { renewed_at: NOW, changed_at: NOW }),
    stop: async (id, owner) => {
      await change(access, id, owner, { stopped: 1 });
    },
    release: async (id, owner) => {
      await change(access, id, owner, { renewed_at: null, changed_at: NOW });
    },
    end: (id, owner) =>
      access.persist(async (trx) => {
        await trx.deleteFrom('work_data').where('id', '=', id).where('owner', '=', owner).execute();
      }),
    addTasks: async (id, tasks) => {
      const added: string[] = [];
      for (const some of batches(tasks)) {
        const rows = await access.single((db) =>
          db
            .insertInto('work_tasks')
            .values(some.map(({ key, task }) => ({ work: id, key, task })))
            .onConflict((conflict) => conflict.doNothing())
            .returning('key')
            .execute(),
        );
        added.push(...rows.map(({ key }) => key));
      }
      return added;
    },
    results: async (id, keys, most) => {
      if (keys.length === 0) return [];
      const rows = await access.read((db) =>
        db
          .selectFrom('work_results')
          .select(['key', 'result', 'failed'])
          .where('work', '=', id)
          .where(sql<boolean>`key = any(${[...keys]})`)
          .limit(most)
          .execute(),
      );
      return rows.map(({ failed, ...row }) => ({ ...row, failed: failed === 1 }));
    },
    work: (id) =>
      access.read((db) =>
        db
          .selectFrom('work_data')
          .select(['name', 'version', 'hash', 'data'])
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
    task: async (id, key) => {
      const row = await access.read((db) =>
        db
          .selectFrom('work_tasks')
          .leftJoin('work_results', (join) =>
            join
              .onRef('work_results.work', '=', 'work_tasks.work')
              .onRef('work_results.key', '=', 'work_tasks.key'),
          )
          .select(['task', 'failed'])
          .where('work_tasks.work', '=', id)
          .where('work_tasks.key', '=', key)
          .executeTakeFirst(),
      );
      return row && { task: row.task, isDone: row.failed !== null };
    },
    keepResult: (id, { key, result, failed }) =>
      access.single(async (db) => {
        await db
          .insertInto('work_results')
          .columns(['work', 'key', 'result', 'failed'])
          .expression((eb) =>
            eb
              .selectFrom('work_data')
              .select([
                'id',
                sql<string>`${key}::text`.as('key'),
                sql<Uint8Array>`${result}::bytea`.as('result'),
                sql<number>`${failed ? 1 : 0}::integer`.as('failed'),
              ])
              .where('id', '=', id)
              // It must not end in between.
              .forShare(),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
    progress: () => access.read(workProgress),
    goingOn: async (ids) => {
      if (ids.length === 0) return [];
      const rows = await access.read((db) =>
        db
          .selectFrom('work_data')
          .select('id')
          .where('id', 'in', [...ids])
          .where('stopped', '=', 0)
          .execute(),
      );
      return rows.map(({ id }) => id);
    },
    purge: (days) =>
      access.persist(async (trx) => {
        await trx
          .deleteFrom('work_data')
          .where('changed_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${days})`)
          .execute();
      }),
  };
}

/** @returns whether it is there, and of this owner */
function change(
  access: Access,
  id: string,
  owner: string,
  set: Record<string, unknown>,
): Promise<boolean> {
  return access.persist(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('work_data')
      .set(set)
      .where('id', '=', id)
      .where('owner', '=', owner)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
