import type { Kysely } from 'kysely';
import { type DialectName, makeAppendOnly } from '../columns.ts';

/** Schema 3: what runs were charged for that is in no kept answer. */
export async function runCharges(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('run_charges')
    .addColumn('run', 'integer', (c) => c.notNull().references('runs.id'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('dollars', 'double precision', (c) => c.notNull())
    .addColumn('tokens', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('run_charges_key', ['run', 'source'])
    .execute();
  await makeAppendOnly(db, dialect, 'run_charges');
}
