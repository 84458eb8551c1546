import { afterAll, beforeAll } from 'vitest';
import { type PostgresOfRun, postgresOfRun } from '../../store/postgres-of-run.ts';
import { type TestService, type TestServiceOptions, testService } from '../service.ts';

/** Two instances of the service on one PostgreSQL, for the tests of a file. */
export interface TwoServices {
  a: TestService;
  b: TestService;
  /** Another instance on the same database; whoever starts it closes it. */
  another(options?: TestServiceOptions): Promise<TestService>;
  server: PostgresOfRun;
  /** The address of their database. */
  database: string;
}

/** @returns null where PostgreSQL cannot start; the services are there once the tests run */
export async function twoServices(options: TestServiceOptions = {}): Promise<TwoServices | null> {
  const server = await postgresOfRun();
  if (server === null) return null;
  const both = { server } as TwoServices;
  beforeAll(async () => {
    const database = await server.database();
    both.database = database;
    both.another = (changes = {}) => testService({ ...options, ...changes, database });
    both.a = await both.another();
    both.b = await both.another();
  });
  afterAll(async () => {
    await both.a.close();
    await both.b.close();
  });
  return both;
}
