import type { Kysely } from 'kysely';
import type { DialectName } from '../columns.ts';
import { first } from './001-first.ts';
import { claims } from './002-claims.ts';
import { runCharges } from './003-run-charges.ts';
import { serviceKeys } from './004-keys.ts';
import { serviceSessions } from './005-service-sessions.ts';
import { jobs } from './006-jobs.ts';
import { serviceOwner } from './007-service-owner.ts';
import { repliesOfRuns } from './008-replies-of-runs.ts';
import { links } from './009-links.ts';
import { taxonomies } from './010-taxonomies.ts';
import { review } from './011-review.ts';
import { calibrationLog } from './012-calibration-log.ts';
import { pretestItems } from './013-pretest-items.ts';
import { instances } from './015-instances.ts';
import { sharedFiles } from './016-shared-files.ts';
import { work } from './017-work.ts';
import { jobRuns } from './018-job-runs.ts';
import { workProgress } from './019-work-progress.ts';
import { workOwner } from './020-work-owner.ts';
import { panels } from './021-panels.ts';
import { ratings } from './022-ratings.ts';
import { annotations } from './023-annotations.ts';
import { writing } from './024-writing.ts';
import { personTests } from './025-person-tests.ts';

/** One step from a schema to the next, on either database, within a transaction. */
export interface SchemaStep {
  /** Begins with its number; names ascend, and never change once they were released. */
  readonly name: string;
  readonly up: (db: Kysely<unknown>, dialect: DialectName) => Promise<void>;
}

/** In order: schema n is what the first n of them make. A step is added at the end, and never taken away. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  { name: '001-first', up: first },
  { name: '002-claims', up: claims },
  { name: '003-run-charges', up: runCharges },
  { name: '004-keys', up: serviceKeys },
  { name: '005-service-sessions', up: serviceSessions },
  { name: '006-jobs', up: jobs },
  { name: '007-service-owner', up: serviceOwner },
  { name: '008-replies-of-runs', up: repliesOfRuns },
  { name: '009-links', up: links },
  { name: '010-taxonomies', up: taxonomies },
  { name: '011-review', up: review },
  { name: '012-calibration-log', up: calibrationLog },
  { name: '013-pretest-items', up: pretestItems },
  { name: '015-instances', up: instances },
  { name: '016-shared-files', up: sharedFiles },
  { name: '017-work', up: work },
  { name: '018-job-runs', up: jobRuns },
  { name: '019-work-progress', up: workProgress },
  { name: '020-work-owner', up: workOwner },
  { name: '021-panels', up: panels },
  { name: '022-ratings', up: ratings },
  { name: '023-annotations', up: annotations },
  { name: '024-writing', up: writing },
  { name: '025-person-tests', up: personTests },
];
