import type { Generated } from 'kysely';
import type { AbsentKind } from '../../scoring/absent.ts';
import type {
  AnnotationEntriesTable,
  AnnotationReviewsTable,
  TagChangesTable,
} from '../annotations/annotation-store.ts';
import type { SharedFileChunksTable, SharedFilesTable } from '../files/shared-file-tables.ts';
import type { PanelsTable } from '../panels/panels.ts';
import type {
  RatingAnswersTable,
  RatingAssignmentsTable,
  RatingsTable,
} from '../ratings/rating-types.ts';
import type { ServiceKeysTable } from '../service/service-keys.ts';
import type {
  WritingDecisionsTable,
  WritingPassagesTable,
  WritingQuestionsTable,
  WritingResolutionsTable,
  WritingRoundsTable,
} from '../writing/writing-store.ts';

/**
 * The tables as queries see them. Both databases keep text, 32-bit integers, doubles and bytes in them, and nothing
 * else: JSON and times (ISO 8601) are text, and truth is 0 or 1.
 */
export interface Tables {
  banks: BanksTable;
  bank_versions: BankVersionsTable;
  items: ItemsTable;
  examinees: ExamineesTable;
  responses: ResponsesTable;
  calibrations: CalibrationsTable;
  runs: RunsTable;
  answers: AnswersTable;
  answer_origins: AnswerOriginsTable;
  sessions: SessionsTable;
  replies: RepliesTable;
  claims: ClaimsTable;
  run_charges: RunChargesTable;
  boards: BoardsTable;
  service_sessions: ServiceSessionsTable;
  service_answers: ServiceAnswersTable;
  person_turns: PersonTurnsTable;
  service_keys: ServiceKeysTable;
  panels: PanelsTable;
  annotation_entries: AnnotationEntriesTable;
  annotation_reviews: AnnotationReviewsTable;
  tag_changes: TagChangesTable;
  writing_passages: WritingPassagesTable;
  writing_rounds: WritingRoundsTable;
  writing_questions: WritingQuestionsTable;
  writing_decisions: WritingDecisionsTable;
  writing_resolutions: WritingResolutionsTable;
  rating_answers: RatingAnswersTable;
  rating_assignments: RatingAssignmentsTable;
  ratings: RatingsTable;
  jobs: JobsTable;
  audits: AuditsTable;
  suspects: SuspectsTable;
  decisions: DecisionsTable;
  calibration_log: CalibrationLogTable;
  shared_files: SharedFilesTable;
  shared_file_chunks: SharedFileChunksTable;
  work_data: WorkDataTable;
  work_tasks: WorkTasksTable;
  work_results: WorkResultsTable;
  workers: WorkersTable;
}

interface BanksTable {
  id: Generated<number>;
  name: string;
  title: string;
  builtin: string | null;
  /** The newest one; 0 only within the transaction that makes the bank. */
  version: number;
  created_at: string;
  /** Of its tags: JSON; null if it has none. */
  taxonomy: Generated<string | null>;
}

/** One row for each change of a bank's items: items were added, or a review changed or retired some. */
interface BankVersionsTable {
  bank: number;
  version: number;
  /** Items it has, those of earlier versions included. */
  items: number;
  fingerprint: string;
  created_at: string;
  /** The last entry of the review that it contains; null if its items were only added. */
  decision: number | null;
}

interface ItemsTable {
  bank: number;
  /** From 0, in the order they were added, without gaps. */
  position: number;
  id: string;
  hash: string;
  type: string;
  status: string;
  /** The bank version that added it. */
  added_in: number;
  /** The item as `itemLine` gives it. */
  line: string;
}

/** Everyone who has answered anything. */
interface ExamineesTable {
  id: Generated<number>;
  name: string;
}

/** Recorded answers. */
interface ResponsesTable {
  id: Generated<number>;
  bank: number;
  examinee: number;
  family: string | null;
  /** pack-scores.ts, by position of the item; items behind its end were not asked. */
  scores: Uint8Array;
  changed_at: string;
  /** pack-letters.ts, by position of the item; null if none are known. */
  letters: string | null;
  /** JSON, by item: the key that a score was given by, where it is another than the item was imported with; null if none is. */
  scored_by: string | null;
  /** JSON, ModelIdentity: who answered, as an endpoint or a log says; null if it is not known. */
  origin: string | null;
}

/** Append-only; its rows go with the bank. */
interface CalibrationsTable {
  id: Generated<number>;
  bank: number;
  bank_version: number;
  method: string;
  options: string;
  /** The calibration it was linked to or started from. */
  parent: number | null;
  /** Names as a JSON list. */
  examinees: string;
  items: number;
  /** pack-parameters.ts. */
  parameters: Uint8Array;
  created_at: string;
  /** Of a refreshed calibration, what it changes: JSON. */
  report: string | null;
}

interface RunsTable {
  id: Generated<number>;
  hash: string;
  configuration: string;
  started_at: string;
  finished_at: string | null;
  summary: string | null;
}

/** Append-only: the databases refuse to update or delete. The long texts stand last, so that counting skips them. */
interface AnswersTable {
  run: number;
  examinee: number;
  place: number;
  item: string;
  item_hash: string;
  prompt: string;
  extracted: string | null;
  rule: string;
  reason: string | null;
  score: number;
  finish_reason: string;
  prompt_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  cost: number;
  latency: number;
  attempts: number;
  cached: number;
  refused: string | null;
  kept_at: string;
  output: string;
  thinking: string | null;
}

/** Append-only: where an answer came from, if anything is known. Apart from `answers`, whose rows end with long texts. */
interface AnswerOriginsTable {
  run: number;
  examinee: number;
  place: number;
  /** As the endpoint reported them. */
  model: string | null;
  fingerprint: string | null;
  /** When an earlier run was given the reply; null if this run asked. */
  reused_from: string | null;
  kept_at: string;
}

/** The final record of each examinee's test in a run. */
interface SessionsTable {
  run: number;
  examinee: number;
  record: string;
}

/** Replies that were paid for. */
interface RepliesTable {
  /** Who asked: `run 12` or `service`. */
  source: string;
  key: string;
  reply: string;
  kept_at: string;
}

/** Who works on a run, or on number 0, the service; on SQLite only. */
interface ClaimsTable {
  run: number;
  /** These three as in process-mark.ts. */
  host: string;
  pid: number;
  started: string | null;
  /** When the process last said that it is at work. */
  renewed: string;
}

/** Append-only: money of a run that bought no kept answer. */
interface RunChargesTable {
  run: number;
  /** What it was charged for: counts once. */
  source: string;
  at: string;
  dollars: number;
  tokens: number;
}

/** Leaderboards, kept up to date as sessions end. */
interface BoardsTable {
  id: string;
  bank: string;
  /** What its sessions have in common: JSON. */
  facts: string;
  /** Increases with every change of its rows. */
  revision: number;
  /** Examinees on it. */
  entries: number;
  newest_at: string;
  /** The widest interval of a score that it has had, in points. */
  widest: number;
}

/** Adaptive sessions of the service. */
interface ServiceSessionsTable {
  number: Generated<number>;
  id: string;
  bank: string;
  examinee: string;
  /** All that it was made with: JSON. */
  configuration: string;
  /** Fingerprints of the bank, and of the item parameters. */
  bank_version: string;
  calibration_version: string;
  made_by: string;
  state: string;
  reason: string | null;
  /** Increases with every change of the row. */
  revision: number;
  /** Items asked at most. */
  length: number;
  created_at: string;
  changed_at: string;
  expires_at: string | null;
  finished_at: string | null;
  /** Dollars without an answer. */
  charged: number;
  /** JSON; null before it has ended. */
  result: string | null;
  /** Of a test that a person takes: JSON; null before it begins, and for others. */
  clock: string | null;
  /** 1 where a person answers. */
  person: number;
  /** The leaderboard on which it counts for its examinee; null if on none. The score there, in points, and the recorded model that it is. */
  board: string | null;
  score: number | null;
  recorded_as: string | null;
}

interface PersonTurnsTable {
  session: number;
  place: number;
  turn: number;
  output: string;
  at: string;
}

/** Append-only. The output stands last, so that counting skips it. */
interface ServiceAnswersTable {
  session: number;
  place: number;
  item: string;
  score: number;
  /** The sender's name for it. */
  key: string | null;
  at: string;
  cost: number;
  tokens: number;
  latency: number | null;
  extracted: string | null;
  absent: AbsentKind | null;
  output: string | null;
}

/** Jobs of the service. */
export interface JobsTable {
  number: Generated<number>;
  id: string;
  kind: string;
  bank: string | null;
  title: string;
  state: string;
  /** What is to be run, and the mark of the process that runs it: JSON, as all that follows without a type of its own. */
  task: string;
  made_by: string;
  /** Id of that key. */
  made_by_key: string | null;
  holder: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  progress: string | null;
  error: string | null;
  result: string | null;
  /** When it was asked to end; null if it was not. */
  cancel_at: string | null;
  /** The study that it makes: one job that has not ended at a time. */
  study: string | null;
}

/** Audits of banks. */
interface AuditsTable {
  id: Generated<number>;
  /** By name: a built-in bank need not be in the database. */
  bank: string;
  /** The version that was audited; null for a bank that is only built in. */
  bank_version: number | null;
  /** How it was made: JSON. */
  options: string;
  created_at: string;
}

/** The items that an audit suspects. */
interface SuspectsTable {
  audit: number;
  /** From 0, most suspicious first. */
  place: number;
  item: string;
  probability: number;
  /** JSON. */
  reasons: string;
  /** The key that the answers speak for: a JSON list of letters; null if there is none. */
  suggested_key: string | null;
}

/** Append-only: the log of the review of a bank. Its rows go with the bank. */
interface DecisionsTable {
  number: Generated<number>;
  bank: number;
  item: string;
  decision: string;
  /** A JSON list of letters. */
  key: string | null;
  note: string;
  /** Who decided. */
  made_by: string;
  at: string;
  /** The entry that an undo takes back. */
  undoes: number | null;
}

/** Append-only: which calibration of a bank is in force. Its rows go with the bank. */
interface CalibrationLogTable {
  number: Generated<number>;
  bank: number;
  decision: string;
  /** The one that is accepted or rolled back. */
  calibration: number;
  note: string;
  /** Who decided. */
  made_by: string;
  at: string;
  /** The entry that a rollback takes back. */
  undoes: number | null;
}

/** Computations whose tasks workers do, on PostgreSQL only. Times are those of the server. */
interface WorkDataTable {
  id: string;
  /** The name of the code that does its tasks, and the version of thetarank. */
  name: string;
  version: string;
  /** SHA-256 of name, version and data. */
  hash: string;
  data: Uint8Array;
  /** 1 once its tasks should end as soon as they can. */
  stopped: Generated<number>;
  /** When the process that hands out its tasks last said that it is there; null once it has given it up. */
  renewed_at: Date | null;
  changed_at: Generated<Date>;
  /** When the process that hands out its tasks began it, or took it over. */
  begun_at: Generated<Date>;
  /** How many tasks it has; null if that is not known in advance. */
  tasks: number | null;
  /** The process that it is of. */
  owner: string | null;
}

interface WorkTasksTable {
  work: string;
  key: string;
  task: Uint8Array;
}

interface WorkResultsTable {
  work: string;
  key: string;
  result: Uint8Array;
  /** 1 for an error of the registry instead of a result. */
  failed: number;
  kept_at: Generated<Date>;
}

/** Processes that take work from the queue, on PostgreSQL only. */
interface WorkersTable {
  id: string;
  host: string;
  pid: number;
  version: string;
  threads: number;
  /** By commas. */
  queues: string;
  active: number;
  done: number;
  failed: number;
  draining: number;
  started_at: Date;
  renewed_at: Date;
}
