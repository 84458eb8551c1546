import type { Kysely } from 'kysely';

/** Passages, rounds and questions of writing panels, and what experts and administrators decided. */
export async function writing(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('writing_passages')
    .addColumn('panel', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('writing_passages_key', ['panel', 'place'])
    .execute();
  await db.schema
    .createTable('writing_rounds')
    .addColumn('panel', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('findings', 'text')
    .addColumn('begun_at', 'text', (c) => c.notNull())
    .addColumn('ready_at', 'text')
    .addPrimaryKeyConstraint('writing_rounds_key', ['panel', 'round'])
    .execute();
  await db.schema
    .createTable('writing_questions')
    .addColumn('panel', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('passage', 'integer', (c) => c.notNull())
    .addColumn('question', 'text')
    .addColumn('issues', 'text', (c) => c.notNull())
    .addColumn('failed', 'integer', (c) => c.notNull())
    .addColumn('drawn', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('writing_questions_key', ['panel', 'round', 'place'])
    .execute();
  await db.schema
    .createTable('writing_decisions')
    .addColumn('panel', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('expert', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('answered_at', 'text', (c) => c.notNull())
    .addColumn('decision', 'text')
    .addColumn('decided_at', 'text')
    .addPrimaryKeyConstraint('writing_decisions_key', ['panel', 'round', 'place', 'expert'])
    .execute();
  await db.schema
    .createTable('writing_resolutions')
    .addColumn('panel', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('accepts', 'integer', (c) => c.notNull())
    .addColumn('comment', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('writing_resolutions_key', ['panel', 'round', 'place'])
    .execute();
}
