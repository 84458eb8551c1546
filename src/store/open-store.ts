import { resolve } from 'node:path';
import { sql } from 'kysely';
import { runClaims } from './access/claims.ts';
import { bankTables } from './banks/banks.ts';
import { calibrationLogTable } from './calibrations/calibration-log.ts';
import { calibrationTables } from './calibrations/calibrations.ts';
import { isPostgres } from './location.ts';
import { answeredBy } from './responses/answered-by.ts';
import { responseTables } from './responses/responses.ts';
import { reviewTables } from './review/review-tables.ts';
import { chargeTables } from './runs/charges.ts';
import { originTables } from './runs/origins.ts';
import { replyTables } from './runs/replies.ts';
import { runTables } from './runs/runs.ts';
import { sessionTables } from './runs/sessions.ts';
import { jobTables } from './service/service-jobs.ts';
import { keyTables } from './service/service-keys.ts';
import { serviceSessionTables } from './service/service-sessions.ts';
import type { Store } from './store.ts';
import type { StoreOptions } from './store-options.ts';
import { workTables } from './work/work-tables.ts';
import { workerTable } from './work/worker-table.ts';

/**
 * Opens the store at `location`: an address that begins with `postgres://` or `postgresql://`, else the file of an
 * SQLite database, which is made with its folders if it is missing, for its owner only. A database of an older
 * schema is brought to the newest one; an SQLite file is copied beside it before.
 * @throws STORE_UNAVAILABLE, STORE_NEWER
 */
export async function openStore(location: string, options: StoreOptions): Promise<Store> {
  const { access, claims } = await (isPostgres(location)
    ? openPostgres(location, options)
    : openSqlite(resolve(location), options));
  const { claimRun, claimService, releaseAll } = runClaims(claims);
  return {
    dialect: access.dialect,
    location: access.location,
    replies: replyTables(access, options.clock),
    ...bankTables(access),
    ...responseTables(access),
    ...answeredBy(access),
    ...reviewTables(access),
    ...calibrationTables(access),
    ...calibrationLogTable(access),
    ...runTables(access),
    ...originTables(access),
    claimRun,
    claimService,
    ...chargeTables(access),
    ...sessionTables(access),
    serviceSessions: serviceSessionTables(access),
    jobs: jobTables(access),
    work: access.dialect === 'postgres' ? workTables(access) : null,
    workers: access.dialect === 'postgres' ? workerTable(access) : null,
    ...keyTables(access),
    async ping() {
      await access.read((db) => sql`select 1`.execute(db));
    },
    async close() {
      try {
        await releaseAll();
      } finally {
        await access.close();
      }
    },
  };
}

/** Only the driver of the database in use is loaded. */
async function openPostgres(location: string, options: StoreOptions) {
  const { postgresAccess } = await import('./postgres/postgres-access.ts');
  const { postgresClaims } = await import('./postgres/postgres-claims.ts');
  const access = await postgresAccess(location, options);
  return { access, claims: postgresClaims(location, options) };
}

async function openSqlite(location: string, options: StoreOptions) {
  const { sqliteAccess } = await import('./sqlite/sqlite-access.ts');
  const { sqliteClaims } = await import('./sqlite/sqlite-claims.ts');
  const access = await sqliteAccess(location, options);
  return { access, claims: sqliteClaims(access, options.clock) };
}
