import type { Kysely } from 'kysely';
import { type DialectName, makeAppendOnly } from '../columns.ts';

/** Schema 21: answers that experts of panels rate, who rates which, and the ratings with their history. */
export async function ratings(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('rating_answers')
    .addColumn('panel', 'text', (c) => c.notNull().references('panels.id'))
    .addColumn('answer', 'integer', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('condition', 'text', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('item_hash', 'text', (c) => c.notNull())
    .addColumn('question', 'integer', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('judgements', 'text', (c) => c.notNull())
    .addColumn('shown', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('rating_answers_key', ['panel', 'answer'])
    .execute();
  await db.schema
    .createTable('rating_assignments')
    .addColumn('panel', 'text', (c) => c.notNull())
    .addColumn('rater', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('answer', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('rating_assignments_key', ['panel', 'rater', 'place'])
    .addUniqueConstraint('rating_assignments_once', ['panel', 'rater', 'answer'])
    .execute();
  await db.schema
    .createTable('ratings')
    .addColumn('panel', 'text', (c) => c.notNull())
    .addColumn('answer', 'integer', (c) => c.notNull())
    .addColumn('rater', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('grades', 'text', (c) => c.notNull())
    .addColumn('comment', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ratings_key', ['panel', 'answer', 'rater', 'revision'])
    .execute();
  for (const table of ['rating_answers', 'ratings']) await makeAppendOnly(db, dialect, table);
}
