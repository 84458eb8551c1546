import type { Tables } from '../schema/tables.ts';

/** A table as a copy of a store takes it. */
export interface CopiedTable {
  readonly name: keyof Tables;
  /** Its primary key, by which it is read in pages. */
  readonly key: readonly string[];
  /** The column whose numbers the database gives. */
  readonly identity?: string;
}

/**
 * What a copy of a store takes, tables before those that refer to them. Not `claims`: they belong to processes that are at work
 * on the first database. Not the files of waiting jobs: these are uploaded again.
 */
export const COPIED_TABLES: readonly CopiedTable[] = [
  { name: 'banks', key: ['id'], identity: 'id' },
  { name: 'bank_versions', key: ['bank', 'version'] },
  { name: 'items', key: ['bank', 'position'] },
  { name: 'examinees', key: ['id'], identity: 'id' },
  { name: 'responses', key: ['id'], identity: 'id' },
  { name: 'audits', key: ['id'], identity: 'id' },
  { name: 'suspects', key: ['audit', 'place'] },
  { name: 'decisions', key: ['number'], identity: 'number' },
  { name: 'calibrations', key: ['id'], identity: 'id' },
  { name: 'calibration_log', key: ['number'], identity: 'number' },
  { name: 'runs', key: ['id'], identity: 'id' },
  { name: 'answers', key: ['run', 'examinee', 'place'] },
  { name: 'answer_origins', key: ['run', 'examinee', 'place'] },
  { name: 'run_charges', key: ['run', 'source'] },
  { name: 'sessions', key: ['run', 'examinee'] },
  { name: 'replies', key: ['key', 'source'] },
  { name: 'service_keys', key: ['id'] },
  { name: 'service_sessions', key: ['number'], identity: 'number' },
  { name: 'service_answers', key: ['session', 'place'] },
  { name: 'jobs', key: ['number'], identity: 'number' },
];
