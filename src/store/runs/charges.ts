import type { Kysely } from 'kysely';
import type { Taken } from '../../run/run-budgets.ts';
import type { RunStore } from '../../run/run-record.ts';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import type { Tables } from '../schema/tables.ts';

/** What runs were charged for that is in no kept answer. */
export function chargeTables(access: Access): Pick<RunStore, 'charge' | 'charged'> {
  return {
    charge: (run, charges) =>
      access.persist(async (trx) => {
        const before = await sumOf(trx, run);
        for (const some of batches(charges))
          await trx
            .insertInto('run_charges')
            .values(
              some.map(({ source, at, dollars, tokens }) => ({ run, source, at, dollars, tokens })),
            )
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        const after = await sumOf(trx, run);
        return { dollars: after.dollars - before.dollars, tokens: after.tokens - before.tokens };
      }),

    charged: (run) => access.read((db) => sumOf(db, run)),
  };
}

async function sumOf(db: Kysely<Tables>, run: number): Promise<Taken> {
  const { dollars, tokens } = await db
    .selectFrom('run_charges')
    .select(({ fn }) => [fn.sum('dollars').as('dollars'), fn.sum('tokens').as('tokens')])
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
  return { dollars: Number(dollars ?? 0), tokens: Number(tokens ?? 0) };
}
