import type { Kysely } from 'kysely';
import { type DialectName, makeAppendOnly } from '../columns.ts';

/** Schema 22: the clock of tests that people take, and the answers to questions of a case that is not finished. */
export async function personTests(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema.alterTable('service_sessions').addColumn('clock', 'text').execute();
  // 1 where a person answers: calibrations from the answers of models leave these out.
  await db.schema
    .alterTable('service_sessions')
    .addColumn('person', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('person_turns')
    .addColumn('session', 'integer', (c) => c.notNull().references('service_sessions.number'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('turn', 'integer', (c) => c.notNull())
    .addColumn('output', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('person_turns_turn', ['session', 'place', 'turn'])
    .execute();
  await makeAppendOnly(db, dialect, 'person_turns');
}
