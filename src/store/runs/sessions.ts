import type { Access } from '../access/access.ts';
import { examineeIds } from '../responses/examinee-ids.ts';
import type { Store } from '../store.ts';

/** The final record of each examinee's test in a run. */
export function sessionTables(access: Access): Pick<Store, 'putSession' | 'sessions'> {
  return {
    putSession: (run, name, value) =>
      access.persist(async (trx) => {
        const examinee = (await examineeIds(trx, [name])).get(name) as number;
        const record = JSON.stringify(value ?? null);
        await trx
          .insertInto('sessions')
          .values({ run, examinee, record })
          .onConflict((conflict) => conflict.columns(['run', 'examinee']).doUpdateSet({ record }))
          .execute();
      }),

    sessions: async (run) => {
      const rows = await access.read((db) =>
        db
          .selectFrom('sessions')
          .innerJoin('examinees', 'examinees.id', 'sessions.examinee')
          .select(['examinees.name', 'sessions.record'])
          .where('sessions.run', '=', run)
          .execute(),
      );
      return rows
        .map(({ name, record }) => ({ examinee: name, record: JSON.parse(record) as unknown }))
        .sort((a, b) => (a.examinee < b.examinee ? -1 : 1));
    },
  };
}
