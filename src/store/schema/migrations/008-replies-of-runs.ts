import { type Kysely, sql } from 'kysely';
import { type DialectName, makeAppendOnly } from '../columns.ts';

/** Schema 8: whose each reply is, and which model every answer came from. */
export async function repliesOfRuns(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { schema } = db;
  // SQLite cannot change a primary key: the rows move to a new table.
  await schema
    .createTable('replies_of_runs')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('reply', 'text', (c) => c.notNull())
    .addColumn('kept_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('replies_source', ['key', 'source'])
    .execute();
  // Earlier schemas did not note which run had asked.
  await sql`insert into replies_of_runs (source, key, reply, kept_at)
    select '', key, reply, kept_at from replies`.execute(db);
  await schema.dropTable('replies').execute();
  await schema.alterTable('replies_of_runs').renameTo('replies').execute();
  await schema
    .createTable('answer_origins')
    .addColumn('run', 'integer', (c) => c.notNull().references('runs.id'))
    .addColumn('examinee', 'integer', (c) => c.notNull().references('examinees.id'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('model', 'text')
    .addColumn('fingerprint', 'text')
    .addColumn('reused_from', 'text')
    .addColumn('kept_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('answer_origins_key', ['run', 'examinee', 'place'])
    .execute();
  await makeAppendOnly(db, dialect, 'answer_origins');
}
