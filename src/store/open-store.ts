import { sql } from 'kysely';
import { runClaims } from './access/claims.ts';
import { bankTables } from './banks/banks.ts';
import { calibrationLogTable } from './calibrations/calibration-log.ts';
import { calibrationTables } from './calibrations/calibrations.ts';
import { openAccess } from './open-access.ts';
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

/**
 * Opens the store at `location`: an address that begins with `postgres://` or `postgresql://`, else the file of an
 * SQLite database, which is made with its folders if it is missing, for its owner only. A database of an older
 * schema is brought to the newest one; an SQLite file is copied beside it before.
 * @throws STORE_UNAVAILABLE, STORE_NEWER
 */
export async function openStore(location: string, options: StoreOptions): Promise<Store> {
  const { access, claims } = await openAccess(location, options);
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
    ...keyTables(access),
    async ping() {
      await access.snapshot((db) => sql`select 1`.execute(db));
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
