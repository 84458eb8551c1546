import type { Access } from '../access/access.ts';
import { serviceAnswerTable } from './service-answers.ts';
import type { ServiceSessionStore } from './service-session-store.ts';
import { boardQueries } from './session-boards.ts';
import { sessionQueries } from './session-queries.ts';
import { sessionRecords } from './session-records.ts';

/** The adaptive sessions of the service, with their answers. */
export function serviceSessionTables(access: Access): ServiceSessionStore {
  return {
    ...sessionRecords(access),
    ...sessionQueries(access),
    ...boardQueries(access),
    ...serviceAnswerTable(access),
  };
}
