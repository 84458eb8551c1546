import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import type { DialectName } from '../../src/store/schema/columns.ts';
import { createSchema, SCHEMA_VERSION } from '../../src/store/schema/schema.ts';
import type { Tables } from '../../src/store/schema/tables.ts';

/** Hashes of the statements that make a store, by the version of the schema. */
const HASHES: Readonly<Record<number, Readonly<Record<DialectName, string>>>> = {
  5: { sqlite: 'f50acfe29987d1e3', postgres: 'a72af70c71b9d4f7' },
};

/** All statements of `createSchema`, which no database runs. */
async function statementsOf(dialect: DialectName): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new SqliteIntrospector(own),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql.replaceAll(/\s+/g, ' ')),
  });
  await createSchema(db, dialect);
  return statements;
}

test.each(['sqlite', 'postgres'] as const)(
  'the schema on %s does not change under the same version',
  async (dialect) => {
    const statements = await statementsOf(dialect);
    expect(statements.length).toBeGreaterThan(50);
    const hash = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
    expect(
      hash,
      'The schema of the store has changed. Raise SCHEMA_VERSION, and put the new hashes beside it in this file; or undo the change.',
    ).toBe(HASHES[SCHEMA_VERSION]?.[dialect]);
  },
);
