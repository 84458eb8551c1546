import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { openQueue } from '../../src/queue/queue.ts';
import { openStore } from '../../src/store/open-store.ts';
import { oncePerRun, POSTGRES_OF_RUN, RUN_FOLDER } from '../once-per-run.ts';
import { IS_ALL } from '../repetitions.ts';
import type { Databases } from './databases.ts';
import { newCluster, unlessImpossible } from './postgres-cluster.ts';
import { rowsOf } from './rows-of.ts';
import { clock } from './store-case.ts';

/** With signs that addresses encode. */
const PASSWORD = 'correct horse/battery@staple';

export interface PostgresOfRun extends Databases {
  readonly port: number;
  readonly password: string;
  /** The address of a database that has no schema. */
  emptyDatabase(): Promise<string>;
}

let databases = 0;

/**
 * The PostgreSQL of this run of the tests, which the first file that needs it starts and `test/run-folder.ts` ends. A database is a
 * clone of one with the schemas of the store and of the queue.
 * @returns null where it cannot start on this machine; with THETARANK_REQUIRE_POSTGRES set that is an error
 */
export async function postgresOfRun(): Promise<PostgresOfRun | null> {
  const folder = await unlessImpossible(() => oncePerRun('postgres', start));
  if (folder === null) return null;
  const address = readFileSync(join(folder, 'address'), 'utf8');
  const cloneOf = async (template: string) => {
    const name = `test_${process.pid}_${++databases}`;
    await rowsOf(address, `create database ${name} template ${template}`);
    return databaseAt(address, name);
  };
  return {
    dialect: 'postgres',
    port: Number(new URL(address).port),
    password: PASSWORD,
    database: () => cloneOf('filled'),
    emptyDatabase: () => cloneOf('template0'),
  };
}

/** The same in `npm run test:all`; null in `npm test`. */
export const postgresOfFullRun = async (): Promise<PostgresOfRun | null> =>
  IS_ALL ? postgresOfRun() : null;

/** Tests on the PostgreSQL of the run: skipped where it cannot start. */
export async function describeOnPostgres(
  name: string,
  tests: (postgres: PostgresOfRun) => void,
): Promise<void> {
  const postgres = await postgresOfRun();
  if (postgres === null) test.skip(`${name}: PostgreSQL cannot start here`, () => {});
  else describe(name, () => tests(postgres));
}

/** Starts it, and notes its address in `folder`. */
async function start(folder: string): Promise<void> {
  const cluster = await newCluster(join(process.env[RUN_FOLDER]!, POSTGRES_OF_RUN));
  // Files run at the same time, and some have several stores.
  await cluster.start('max_connections=400', 'full_page_writes=off');
  await cluster.query(`alter user postgres password '${PASSWORD}'`);
  const address = new URL(cluster.address);
  address.password = encodeURIComponent(PASSWORD);
  await rowsOf(address.href, 'create database filled');
  const filled = databaseAt(address.href, 'filled');
  await (await openStore(filled, { clock })).close();
  await (await openQueue(filled, [])).close();
  writeFileSync(join(folder, 'address'), address.href);
  cluster.letGo();
}

const databaseAt = (address: string, name: string) => address.replace(/\w+$/, name);
