import type { Kysely } from 'kysely';
import { columnsOf, type DialectName, makeAppendOnly } from '../columns.ts';

/** Schema 10: suspects of audits, the log of reviews, and the letters of recorded answers. */
export async function review(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { schema } = db;
  const { identity } = columnsOf(dialect);
  await schema
    .createTable('audits')
    .addColumn('id', identity as never)
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('bank_version', 'integer')
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('audits_bank').on('audits').column('bank').execute();
  await schema
    .createTable('suspects')
    .addColumn('audit', 'integer', (c) => c.notNull().references('audits.id'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('probability', 'double precision', (c) => c.notNull())
    .addColumn('reasons', 'text', (c) => c.notNull())
    .addColumn('suggested_key', 'text')
    .addPrimaryKeyConstraint('suspects_key', ['audit', 'place'])
    .execute();
  await schema
    .createTable('decisions')
    .addColumn('number', identity as never)
    .addColumn('bank', 'integer', (c) => c.notNull().references('banks.id'))
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('key', 'text')
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('undoes', 'integer')
    .execute();
  await schema.createIndex('decisions_bank').on('decisions').column('bank').execute();
  await makeAppendOnly(db, dialect, 'decisions', true);
  await schema.alterTable('bank_versions').addColumn('decision', 'integer').execute();
  await schema.alterTable('responses').addColumn('letters', 'text').execute();
  await schema.alterTable('responses').addColumn('scored_by', 'text').execute();
}
