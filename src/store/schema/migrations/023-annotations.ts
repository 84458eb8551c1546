import type { Kysely } from 'kysely';
import { columnsOf, type DialectName, makeAppendOnly } from '../columns.ts';

/** Labels of items by models, their review, and the log of changed tags. */
export async function annotations(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('annotation_entries')
    .addColumn('panel', 'text', (c) => c.notNull().references('panels.id'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('agreed', 'text')
    .addColumn('reason', 'text')
    .addColumn('queued', 'integer', (c) => c.notNull())
    .addColumn('doubt', 'double precision', (c) => c.notNull())
    .addColumn('votes', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('annotation_entries_key', ['panel', 'place'])
    .execute();
  await schema
    .createTable('annotation_reviews')
    .addColumn('panel', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('decides', 'integer', (c) => c.notNull())
    .addColumn('reviewer', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('annotation_reviews_key', ['panel', 'place', 'decides', 'reviewer'])
    .addForeignKeyConstraint('annotation_reviews_entry', ['panel', 'place'], 'annotation_entries', [
      'panel',
      'place',
    ])
    .execute();
  await schema
    .createTable('tag_changes')
    .addColumn('number', columnsOf(dialect).identity as never)
    .addColumn('bank', 'integer', (c) => c.notNull().references('banks.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('tag', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('panel', 'text')
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('tag_changes_bank').on('tag_changes').column('bank').execute();
  await makeAppendOnly(db, dialect, 'tag_changes', true);
}
