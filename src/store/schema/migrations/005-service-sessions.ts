import { type Kysely, sql } from 'kysely';
import { columnsOf, type DialectName, makeAppendOnly } from '../columns.ts';

/** Schema 5: adaptive sessions of the service, and their answers. */
export async function serviceSessions(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('service_sessions')
    .addColumn('number', columnsOf(dialect).identity as never)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('examinee', 'text', (c) => c.notNull())
    .addColumn('configuration', 'text', (c) => c.notNull())
    .addColumn('bank_version', 'text', (c) => c.notNull())
    .addColumn('calibration_version', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('length', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('charged', 'double precision', (c) => c.notNull())
    .addColumn('result', 'text')
    .execute();
  await schema
    .createIndex('service_sessions_bank')
    .on('service_sessions')
    .columns(['bank', 'state'])
    .execute();
  await schema
    .createTable('service_answers')
    .addColumn('session', 'integer', (c) => c.notNull().references('service_sessions.number'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('score', 'double precision', (c) => c.notNull().check(sql`score between 0 and 1`))
    .addColumn('key', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('cost', 'double precision', (c) => c.notNull())
    .addColumn('tokens', 'integer', (c) => c.notNull())
    .addColumn('latency', 'double precision')
    .addColumn('extracted', 'text')
    .addColumn('output', 'text')
    .addPrimaryKeyConstraint('service_answers_place', ['session', 'place'])
    .addUniqueConstraint('service_answers_item', ['session', 'item'])
    .execute();
  // Most answers have no key: those take no place in it.
  await schema
    .createIndex('service_answers_key')
    .on('service_answers')
    .columns(['session', 'key'])
    .unique()
    .where(sql.ref('key'), 'is not', null)
    .execute();
  await makeAppendOnly(db, dialect, 'service_answers');
}
