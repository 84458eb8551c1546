import type { Kysely } from 'kysely';
import { fail } from '../../errors.ts';
import type { Access } from '../access/access.ts';
import type { Tables } from '../schema/tables.ts';
import type { BankHoldings } from '../store.ts';
import { bankNamed, findBank } from './bank-row.ts';

/** See `Store.bankHoldings`. */
export async function bankHoldings(
  db: Kysely<Tables>,
  name: string,
): Promise<BankHoldings | undefined> {
  const bank = await findBank(db, name);
  if (bank === undefined) return undefined;
  const countIn = async (table: 'items' | 'responses' | 'calibrations'): Promise<number> => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('bank', '=', bank.id)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const open = await openOf(db, name).select('id').execute();
  const jobs = await db
    .selectFrom('jobs')
    .select('id')
    .where('bank', '=', name)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  return {
    items: await countIn('items'),
    examinees: await countIn('responses'),
    calibrations: await countIn('calibrations'),
    openSessions: open.length,
    openJobs: jobs.length,
  };
}

/** Sessions that an error names. */
const NAMED = 3;

/** @throws BANK_IN_USE while sessions or jobs of the bank are open */
export async function requireUnused(db: Kysely<Tables>, bank: string): Promise<void> {
  const { openSessions, openJobs } = (await bankHoldings(db, bank))!;
  if (openSessions + openJobs === 0) return;
  const open = await openOf(db, bank)
    .select(['id', 'examinee'])
    .orderBy('number')
    .limit(NAMED)
    .execute();
  fail('BANK_IN_USE', { bank, sessions: openSessions, jobs: openJobs, open });
}

function openOf(db: Kysely<Tables>, bank: string) {
  return db
    .selectFrom('service_sessions')
    .where('bank', '=', bank)
    .where('state', 'in', ['open', 'paused']);
}

/** See `Store.removeBank`. */
export async function removeBank(access: Access, name: string): Promise<void> {
  await access.write(async (trx) => {
    const { id } = await bankNamed(trx, name);
    await requireUnused(trx, name);
    // What refers to a bank goes before it.
    const audits = trx.selectFrom('audits').select('id').where('bank', '=', name);
    await trx.deleteFrom('suspects').where('audit', 'in', audits).execute();
    await trx.deleteFrom('audits').where('bank', '=', name).execute();
    for (const table of [
      ...(['responses', 'calibration_log', 'calibrations', 'decisions', 'tag_changes'] as const),
      ...(['items', 'bank_versions'] as const),
    ])
      await trx.deleteFrom(table).where('bank', '=', id).execute();
    await trx.deleteFrom('banks').where('id', '=', id).execute();
  });
}
