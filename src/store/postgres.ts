import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { Tables } from './tables.ts';

/** Connections at most: one for an import that goes on, the others for short work. */
const CONNECTIONS = 8;

/**
 * A pool of connections to the PostgreSQL at `address`; nothing connects before the first query.
 * @param patience how long to wait for a connection, in ms
 */
export function openPostgres(address: string, patience: number): Kysely<Tables> {
  const pool = new Pool({
    connectionString: address,
    max: CONNECTIONS,
    connectionTimeoutMillis: patience,
    application_name: 'thetarank',
  });
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
