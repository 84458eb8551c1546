import { resolve } from 'node:path';
import type { Access } from './access/access.ts';
import type { ClaimAttempt } from './access/claims.ts';
import { isPostgres, requireLocation } from './location.ts';
import type { sharedParts } from './postgres/shared-parts.ts';
import type { StoreOptions } from './store-options.ts';

/** A database, and how work in it is claimed. */
export interface OpenAccess {
  readonly access: Access;
  readonly claims: ClaimAttempt;
  /** What processes on one PostgreSQL share; null on SQLite. */
  readonly shared: ReturnType<typeof sharedParts> | null;
}

/** Opens the database at `location`, as openStore does. @throws OPTION_INVALID, STORE_UNAVAILABLE, STORE_VERSION */
export async function openAccess(location: string, options: StoreOptions): Promise<OpenAccess> {
  requireLocation(location, 'database');
  return isPostgres(location)
    ? openPostgres(location, options)
    : openSqlite(resolve(location), options);
}

/** Only the driver of the database in use is loaded. */
async function openPostgres(location: string, options: StoreOptions): Promise<OpenAccess> {
  const { postgresAccess } = await import('./postgres/postgres-access.ts');
  const { postgresClaims } = await import('./postgres/postgres-claims.ts');
  const access = await postgresAccess(location, options);
  const { sharedParts } = await import('./postgres/shared-parts.ts');
  return {
    access,
    claims: postgresClaims(location, options),
    shared: sharedParts(access, location, options),
  };
}

async function openSqlite(location: string, options: StoreOptions): Promise<OpenAccess> {
  const { sqliteAccess } = await import('./sqlite/sqlite-access.ts');
  const { sqliteClaims } = await import('./sqlite/sqlite-claims.ts');
  const access = await sqliteAccess(location, options);
  return { access, claims: sqliteClaims(access, options.clock), shared: null };
}
