import type { Kysely } from 'kysely';
import { columnsOf, type DialectName, makeAppendOnly } from '../columns.ts';

/** Schema 12: which calibration of a bank is in force, and the report of a refreshed one. Calibrations cannot be changed. */
export async function calibrationLog(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { schema } = db;
  const { identity } = columnsOf(dialect);
  await schema.alterTable('calibrations').addColumn('report', 'text').execute();
  await makeAppendOnly(db, dialect, 'calibrations', true);
  await schema
    .createTable('calibration_log')
    .addColumn('number', identity as never)
    .addColumn('bank', 'integer', (c) => c.notNull().references('banks.id'))
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('calibration', 'integer', (c) => c.notNull().references('calibrations.id'))
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('undoes', 'integer')
    .execute();
  await schema.createIndex('calibration_log_bank').on('calibration_log').column('bank').execute();
  await makeAppendOnly(db, dialect, 'calibration_log', true);
}
