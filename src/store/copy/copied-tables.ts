import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';

/** A table as a copy of a store takes it. */
export interface CopiedTable {
  readonly name: keyof Tables;
  /** Its primary key, by which it is read in pages. */
  readonly key: readonly string[];
  /** The column whose numbers the database gives. */
  readonly identity?: string;
  /** Which of its rows are copied; all without it. */
  readonly where?: RawBuilder<unknown>;
  /** Rows that are read at once, where they are large. */
  readonly page?: number;
}

/** Uploads belong to open jobs, and files without a name to their writers. */
const OF_STUDIES = sql`substr(name, 1, 8) = 'studies/'`;

/**
 * What a copy of a store takes, tables before those that refer to them. Not `claims`: they belong to processes that are at work
 * on the first database. Of shared files those of studies: the files of waiting jobs are uploaded again.
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
  { name: 'panels', key: ['id'] },
  { name: 'annotation_entries', key: ['panel', 'place'] },
  { name: 'annotation_reviews', key: ['panel', 'place', 'decides', 'reviewer'] },
  { name: 'tag_changes', key: ['number'], identity: 'number' },
  { name: 'writing_passages', key: ['panel', 'place'] },
  { name: 'writing_rounds', key: ['panel', 'round'] },
  { name: 'writing_questions', key: ['panel', 'round', 'place'] },
  { name: 'writing_decisions', key: ['panel', 'round', 'place', 'expert'] },
  { name: 'writing_resolutions', key: ['panel', 'round', 'place'] },
  { name: 'rating_answers', key: ['panel', 'answer'] },
  { name: 'rating_assignments', key: ['panel', 'rater', 'place'] },
  { name: 'ratings', key: ['panel', 'answer', 'rater', 'revision'] },
  { name: 'service_keys', key: ['id'] },
  { name: 'boards', key: ['id'] },
  { name: 'service_sessions', key: ['number'], identity: 'number' },
  { name: 'service_answers', key: ['session', 'place'] },
  { name: 'person_turns', key: ['session', 'place', 'turn'] },
  { name: 'jobs', key: ['number'], identity: 'number' },
  { name: 'shared_files', key: ['number'], identity: 'number', where: OF_STUDIES },
  {
    name: 'shared_file_chunks',
    key: ['file', 'place'],
    where: sql`file in (select number from shared_files where ${OF_STUDIES})`,
    // Of 1 MiB each.
    page: 4,
  },
];
