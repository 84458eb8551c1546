import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { fail } from '../../errors.ts';
import { type Access, accessBy } from '../access/access.ts';
import { storeFailure } from '../access/store-failure.ts';
import { shownAddress } from '../location.ts';
import { openSchema } from '../schema/open-schema.ts';
import type { Tables } from '../schema/tables.ts';
import { PATIENCE, type StoreOptions } from '../store-options.ts';
import { throughCuts } from './cuts.ts';

/** Connections at most: one for an import that goes on, the others for short work. */
const CONNECTIONS = 8;
/** In ms: a host that drops packets is not worth more. */
export const CONNECTING = 20_000;

/**
 * Opens the PostgreSQL database at `address`.
 * @throws STORE_UNAVAILABLE, STORE_VERSION
 */
export async function postgresAccess(address: string, options: StoreOptions): Promise<Access> {
  const location = shownAddress(address);
  if (!URL.canParse(address))
    fail('STORE_UNAVAILABLE', {
      location,
      reason: 'not an address',
      todo: 'Write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with each special sign as % and two digits (@ is %40, / is %2F).',
    });
  const { patience = PATIENCE } = options;
  const pool = openPostgres(address, patience);
  const close = () => pool.destroy();
  try {
    await openSchema(pool, 'postgres', location);
  } catch (error) {
    await close();
    storeFailure(location, error);
  }
  const patiently = <T>(attempt: (isRepeat: boolean) => Promise<T>) =>
    throughCuts(patience, attempt);
  return accessBy('postgres', location, {
    reader: pool,
    writer: pool,
    close,
    // The server has it on the disk when it says that it is committed.
    ...{ patiently, persistently: patiently, settle: async () => {} },
  });
}

/**
 * A pool of connections to the PostgreSQL at `address`; nothing connects before the first query.
 * @param patience how long to wait for a connection, in ms
 */
function openPostgres(address: string, patience: number): Kysely<Tables> {
  const pool = new Pool({
    connectionString: address,
    max: CONNECTIONS,
    connectionTimeoutMillis: Math.min(patience, CONNECTING),
    keepAlive: true,
    application_name: 'thetarank',
  });
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // So would one that breaks while it is in use: what uses it is told by its query.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
