import { sql } from 'kysely';
import { fail } from '../errors.ts';
import { isTraced } from '../tracing/span.ts';
import { runClaims } from './access/claims.ts';
import { annotationTables } from './annotations/annotation-tables.ts';
import { bankTables } from './banks/banks.ts';
import { calibrationLogTable } from './calibrations/calibration-log.ts';
import { calibrationTables } from './calibrations/calibrations.ts';
import { sharedFileTables } from './files/shared-file-tables.ts';
import { openAccess } from './open-access.ts';
import { panelTables } from './panels/panels.ts';
import { ratingTables } from './ratings/rating-tables.ts';
import { answeredBy } from './responses/answered-by.ts';
import { responseTables } from './responses/responses.ts';
import { reviewTables } from './review/review-tables.ts';
import { chargeTables } from './runs/charges.ts';
import { originTables } from './runs/origins.ts';
import { replyTables } from './runs/replies.ts';
import { runTables } from './runs/runs.ts';
import { sessionTables } from './runs/sessions.ts';
import { VERSION_TABLE } from './schema/schema.ts';
import { personTurnTable } from './service/person-turns.ts';
import { jobTables } from './service/service-jobs.ts';
import { keyTables } from './service/service-keys.ts';
import { serviceSessionTables } from './service/service-sessions.ts';
import type { Store } from './store.ts';
import type { StoreOptions } from './store-options.ts';
import { tracedStore } from './traced-store.ts';
import { workTables } from './work/work-tables.ts';
import { workerTable } from './work/worker-table.ts';
import { writingTables } from './writing/writing-tables.ts';

/**
 * Opens the store at `location`: an address that begins with `postgres://` or `postgresql://`, else the file of an
 * SQLite database, which is made with its folders if it is missing, for its owner only.
 * @throws OPTION_INVALID for an address of another kind; STORE_UNAVAILABLE, also for a database in memory and for SQLite's `file:` addresses; STORE_VERSION
 */
export async function openStore(location: string, options: StoreOptions): Promise<Store> {
  // As a path either would become a file of that strange name.
  if (/^(:memory:$|file:)/i.test(location))
    fail('STORE_UNAVAILABLE', {
      location,
      reason:
        'not the path of a file. A store has several connections, and other processes use it, so it cannot be in memory',
      todo: 'Name a file, for a trial in a temporary folder such as /tmp/trial.db, or a postgres:// address.',
    });
  const { access, claims, shared } = await openAccess(location, options);
  const { claimRun, claimService, releaseAll } = runClaims(claims);
  const store: Store = {
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
    panels: panelTables(access),
    personTurns: personTurnTable(access),
    annotations: annotationTables(access),
    writing: writingTables(access),
    ratings: ratingTables(access),
    sharedFiles: (limits) => sharedFileTables(access, limits),
    instances: shared?.instances ?? null,
    notices: shared?.notices ?? null,
    rates: shared?.rates ?? null,
    async ping() {
      await access.snapshot((db) => sql`select 1`.execute(db));
    },
    async touch() {
      await access.write(async (trx) => {
        // SQLite does not write a row that is as before.
        for (let k = 0; k < 2; k++)
          await sql`update ${sql.table(VERSION_TABLE)} set version = -version`.execute(trx);
      });
    },
    async close() {
      try {
        await releaseAll();
        await shared?.close();
      } finally {
        await access.close();
      }
    },
  };
  return isTraced() ? tracedStore(store) : store;
}
