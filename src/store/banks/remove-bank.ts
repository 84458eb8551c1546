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
  const open = await db
    .selectFrom('service_sessions')
    .select('id')
    .where('bank', '=', name)
    .where('state', 'in', ['open', 'paused'])
    .execute();
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

/** See `Store.removeBank`. */
export async function removeBank(access: Access, name: string): Promise<void> {
  await access.write(async (trx) => {
    const { id } = await bankNamed(trx, name);
    const { openSessions, openJobs } = (await bankHoldings(trx, name))!;
    if (openSessions + openJobs > 0)
      fail('BANK_IN_USE', { bank: name, sessions: openSessions, jobs: openJobs });
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
