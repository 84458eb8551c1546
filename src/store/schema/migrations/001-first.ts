import { type Kysely, sql } from 'kysely';
import { columnsOf, type DialectName, makeAppendOnly } from '../columns.ts';

/** Schema 1: every table of tables.ts as it was at first. Not to be changed: what follows is a migration of its own. */
export async function first(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await banks(db, dialect);
  await recordedAnswers(db, dialect);
  await runs(db, dialect);
}

async function banks({ schema }: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { identity } = columnsOf(dialect);
  await schema
    .createTable('banks')
    .addColumn('id', identity as never)
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('builtin', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('bank_versions')
    .addColumn('bank', 'integer', (c) => c.notNull().references('banks.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('items', 'integer', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('bank_versions_key', ['bank', 'version'])
    .execute();
  await schema
    .createTable('items')
    .addColumn('bank', 'integer', (c) => c.notNull().references('banks.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('added_in', 'integer', (c) => c.notNull())
    .addColumn('line', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('items_key', ['bank', 'position'])
    .addUniqueConstraint('items_id', ['bank', 'id'])
    // Not by hash: benchmarks have the same question under several ids, each with recorded answers of its own.
    .execute();
}

/** What models answered before, and what was calibrated on it. */
async function recordedAnswers({ schema }: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { bytes, identity } = columnsOf(dialect);
  await schema
    .createTable('examinees')
    .addColumn('id', identity as never)
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .execute();
  await schema
    .createTable('responses')
    .addColumn('id', identity as never)
    .addColumn('bank', 'integer', (c) => c.notNull().references('banks.id'))
    .addColumn('examinee', 'integer', (c) => c.notNull().references('examinees.id'))
    .addColumn('family', 'text')
    .addColumn('scores', bytes, (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('responses_examinee', ['bank', 'examinee'])
    .execute();
  await schema
    .createTable('calibrations')
    .addColumn('id', identity as never)
    .addColumn('bank', 'integer', (c) => c.notNull().references('banks.id'))
    .addColumn('bank_version', 'integer', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('parent', 'integer', (c) => c.references('calibrations.id'))
    .addColumn('examinees', 'text', (c) => c.notNull())
    .addColumn('items', 'integer', (c) => c.notNull())
    .addColumn('parameters', bytes, (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
}

async function runs(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { identity } = columnsOf(dialect);
  const { schema } = db;
  await schema
    .createTable('runs')
    .addColumn('id', identity as never)
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('configuration', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('summary', 'text')
    .execute();
  await schema.createIndex('runs_hash').on('runs').column('hash').execute();
  await schema
    .createTable('answers')
    .addColumn('run', 'integer', (c) => c.notNull().references('runs.id'))
    .addColumn('examinee', 'integer', (c) => c.notNull().references('examinees.id'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('item_hash', 'text', (c) => c.notNull())
    .addColumn('prompt', 'text', (c) => c.notNull())
    .addColumn('extracted', 'text')
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('score', 'double precision', (c) => c.notNull().check(sql`score between 0 and 1`))
    .addColumn('finish_reason', 'text', (c) => c.notNull())
    .addColumn('prompt_tokens', 'integer', (c) => c.notNull())
    .addColumn('completion_tokens', 'integer', (c) => c.notNull())
    .addColumn('reasoning_tokens', 'integer', (c) => c.notNull())
    .addColumn('cost', 'double precision', (c) => c.notNull())
    .addColumn('latency', 'double precision', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('cached', 'integer', (c) => c.notNull())
    .addColumn('refused', 'text')
    .addColumn('kept_at', 'text', (c) => c.notNull())
    .addColumn('output', 'text', (c) => c.notNull())
    .addColumn('thinking', 'text')
    .addPrimaryKeyConstraint('answers_place', ['run', 'examinee', 'place'])
    .addUniqueConstraint('answers_item', ['run', 'examinee', 'item'])
    .execute();
  // Runs are listed with their number of answers and cost: this index alone gives both.
  await schema.createIndex('answers_cost').on('answers').columns(['run', 'cost']).execute();
  await makeAppendOnly(db, dialect, 'answers');
  await schema
    .createTable('sessions')
    .addColumn('run', 'integer', (c) => c.notNull().references('runs.id'))
    .addColumn('examinee', 'integer', (c) => c.notNull().references('examinees.id'))
    .addColumn('record', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sessions_key', ['run', 'examinee'])
    .execute();
  await schema
    .createTable('replies')
    .addColumn('key', 'text', (c) => c.notNull().primaryKey())
    .addColumn('reply', 'text', (c) => c.notNull())
    .addColumn('kept_at', 'text', (c) => c.notNull())
    .execute();
}
