import { type Kysely, sql } from 'kysely';
import type { Taken } from '../../run/run-budgets.ts';
import { NO_REPLY, type RunStore } from '../../run/run-record.ts';
import { replySourceOf } from '../../run/run-replies.ts';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import type { DialectName } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

/** What runs were charged for that is in no kept answer. */
export function chargeTables(
  access: Access,
): Pick<RunStore, 'charge' | 'chargeReplies' | 'charged'> {
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

    chargeReplies: (run, at) =>
      access.persist(async (trx) => {
        const paid = await sumOfReplies(trx, run, access.dialect);
        const dollars = paid - (await sumOfCounted(trx, run));
        if (dollars <= ROUNDING * paid) return 0;
        await trx
          .insertInto('run_charges')
          .values({ run, source: `replies without answers, ${at}`, at, dollars, tokens: 0 })
          .execute();
        return dollars;
      }),

    charged: (run) => access.read((db) => sumOf(db, run)),
  };
}

/** Sums of the same costs in another order differ by less. */
const ROUNDING = 1e-10;

/** What the kept replies of a run cost, those of its parts included. */
async function sumOfReplies(db: Kysely<Tables>, run: number, dialect: DialectName) {
  const source = replySourceOf(run);
  const cost =
    dialect === 'sqlite'
      ? sql<number>`sum(json_extract(reply, '$.cost'))`
      : // Its JSON functions refuse texts with \u0000. Quotes within a text are escaped, so that the pattern is in none.
        sql<number>`sum(substring(reply from '"cost":([-+.0-9eE]+)')::double precision)`;
  const row = await db
    .selectFrom('replies')
    .select(cost.as('dollars'))
    .where(({ eb, or }) => or([eb('source', '=', source), eb('source', 'like', `${source}, %`)]))
    .executeTakeFirstOrThrow();
  return Number(row.dollars ?? 0);
}

/** What a run's answers and charges have of the cost of its replies. */
async function sumOfCounted(db: Kysely<Tables>, run: number): Promise<number> {
  const answers = await db
    .selectFrom('answers')
    .select(({ fn }) => fn.sum('cost').as('dollars'))
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
  const charges = await db
    .selectFrom('run_charges')
    .select(({ fn }) => fn.sum('dollars').as('dollars'))
    .where('run', '=', run)
    .where('source', 'not like', `${NO_REPLY}%`)
    .executeTakeFirstOrThrow();
  return Number(answers.dollars ?? 0) + Number(charges.dollars ?? 0);
}

async function sumOf(db: Kysely<Tables>, run: number): Promise<Taken> {
  const { dollars, tokens } = await db
    .selectFrom('run_charges')
    .select(({ fn }) => [fn.sum('dollars').as('dollars'), fn.sum('tokens').as('tokens')])
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
  return { dollars: Number(dollars ?? 0), tokens: Number(tokens ?? 0) };
}
