import { type Kysely, sql } from 'kysely';
import { COLUMNS, type Columns, type DialectName, makeAppendOnly } from './columns.ts';
import type { Tables } from './tables.ts';

/** Goes up by one when anything below changes. A store of another version is refused. */
export const SCHEMA_VERSION = 5;

/** The one row of this table is the version of the schema. */
export const VERSION_TABLE = 'thetarank_version';

/** Makes an empty database a store. `tables.ts` describes the columns. */
export async function createSchema(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const columns = COLUMNS[dialect];
  for (const statement of [
    ...banks(columns),
    ...runs(columns),
    ...service(columns),
    ...PANELS,
    ...(dialect === 'sqlite' ? SQLITE_ONLY : POSTGRES_ONLY),
    `create table ${VERSION_TABLE} (version integer not null)`,
    `insert into ${VERSION_TABLE} (version) values (${SCHEMA_VERSION})`,
  ])
    await sql.raw(statement).execute(db);
  for (const table of APPEND_ONLY) await makeAppendOnly(db, dialect, table);
  for (const table of APPEND_ONLY_IN_BANKS) await makeAppendOnly(db, dialect, table, true);
}

const APPEND_ONLY = [
  'answers',
  'answer_origins',
  'run_charges',
  'service_answers',
  'person_turns',
  'rating_answers',
  'ratings',
];

/** Rows that can be deleted, because they go with their bank. */
const APPEND_ONLY_IN_BANKS = ['calibrations', 'calibration_log', 'decisions', 'tag_changes'];

/**
 * Banks, recorded answers, calibrations and reviews. Hashes of items are not unique: benchmarks have the same question under
 * several ids, each with recorded answers of its own.
 */
const banks = ({ bytes, identity }: Columns) => [
  `create table banks (
    id ${identity},
    name text not null unique,
    title text not null,
    builtin text,
    version integer not null,
    created_at text not null,
    taxonomy text
  )`,
  `create table bank_versions (
    bank integer not null references banks (id),
    version integer not null,
    items integer not null,
    fingerprint text not null,
    created_at text not null,
    decision integer,
    primary key (bank, version)
  )`,
  `create table items (
    bank integer not null references banks (id),
    position integer not null,
    id text not null,
    hash text not null,
    type text not null,
    status text not null,
    added_in integer not null,
    line text not null,
    primary key (bank, position),
    unique (bank, id)
  )`,
  `create table examinees (
    id ${identity},
    name text not null unique
  )`,
  `create table responses (
    id ${identity},
    bank integer not null references banks (id),
    examinee integer not null references examinees (id),
    family text,
    scores ${bytes} not null,
    changed_at text not null,
    letters text,
    scored_by text,
    origin text,
    unique (bank, examinee)
  )`,
  `create table calibrations (
    id ${identity},
    bank integer not null references banks (id),
    bank_version integer not null,
    method text not null,
    options text not null,
    parent integer references calibrations (id),
    examinees text not null,
    items integer not null,
    parameters ${bytes} not null,
    created_at text not null,
    report text
  )`,
  `create table calibration_log (
    number ${identity},
    bank integer not null references banks (id),
    decision text not null,
    calibration integer not null references calibrations (id),
    note text not null,
    made_by text not null,
    at text not null,
    undoes integer
  )`,
  'create index calibration_log_bank on calibration_log (bank)',
  `create table audits (
    id ${identity},
    bank text not null,
    bank_version integer,
    options text not null,
    created_at text not null
  )`,
  'create index audits_bank on audits (bank)',
  `create table suspects (
    audit integer not null references audits (id),
    place integer not null,
    item text not null,
    probability double precision not null,
    reasons text not null,
    suggested_key text,
    primary key (audit, place)
  )`,
  `create table decisions (
    number ${identity},
    bank integer not null references banks (id),
    item text not null,
    decision text not null,
    key text,
    note text not null,
    made_by text not null,
    at text not null,
    undoes integer
  )`,
  'create index decisions_bank on decisions (bank)',
  `create table tag_changes (
    number ${identity},
    bank integer not null references banks (id),
    version integer not null,
    item text not null,
    tag text not null,
    before text,
    after text,
    panel text,
    made_by text not null,
    at text not null
  )`,
  'create index tag_changes_bank on tag_changes (bank)',
];

/**
 * Runs of the command line and what models answered. The index `answers_cost` alone gives the number of answers and the cost of a
 * run, for lists of runs.
 */
const runs = ({ identity }: Columns) => [
  `create table runs (
    id ${identity},
    hash text not null,
    configuration text not null,
    started_at text not null,
    finished_at text,
    summary text
  )`,
  'create index runs_hash on runs (hash)',
  `create table answers (
    run integer not null references runs (id),
    examinee integer not null references examinees (id),
    place integer not null,
    item text not null,
    item_hash text not null,
    prompt text not null,
    extracted text,
    rule text not null,
    reason text,
    score double precision not null check (score between 0 and 1),
    finish_reason text not null,
    prompt_tokens integer not null,
    completion_tokens integer not null,
    reasoning_tokens integer not null,
    cost double precision not null,
    latency double precision not null,
    attempts integer not null,
    cached integer not null,
    refused text,
    kept_at text not null,
    output text not null,
    thinking text,
    primary key (run, examinee, place),
    unique (run, examinee, item)
  )`,
  'create index answers_cost on answers (run, cost)',
  `create table answer_origins (
    run integer not null references runs (id),
    examinee integer not null references examinees (id),
    place integer not null,
    model text,
    fingerprint text,
    reused_from text,
    kept_at text not null,
    primary key (run, examinee, place)
  )`,
  `create table run_charges (
    run integer not null references runs (id),
    source text not null,
    at text not null,
    dollars double precision not null,
    tokens integer not null,
    primary key (run, source)
  )`,
  `create table sessions (
    run integer not null references runs (id),
    examinee integer not null references examinees (id),
    record text not null,
    primary key (run, examinee)
  )`,
  `create table replies (
    source text not null,
    key text not null,
    reply text not null,
    kept_at text not null,
    primary key (key, source)
  )`,
  'create index replies_source on replies (source)',
];

/** The service: API keys (as hashes), sessions, jobs and shared files. A file without a name is being written or was replaced. */
const service = ({ bytes, identity }: Columns) => [
  `create table service_keys (
    id text not null primary key,
    role text not null,
    name text not null,
    hash text not null,
    banks text,
    session text,
    made_by text,
    created_at text not null,
    expires_at text,
    revoked_at text,
    last_used_at text,
    leaderboard text,
    panel text
  )`,
  `create table boards (
    id text not null primary key,
    bank text not null,
    facts text not null,
    revision integer not null,
    entries integer not null,
    newest_at text not null,
    widest double precision not null
  )`,
  'create index boards_bank on boards (bank)',
  `create table service_sessions (
    number ${identity},
    id text not null unique,
    bank text not null,
    examinee text not null,
    configuration text not null,
    bank_version text not null,
    calibration_version text not null,
    made_by text not null,
    state text not null,
    reason text,
    revision integer not null,
    length integer not null,
    created_at text not null,
    changed_at text not null,
    expires_at text,
    finished_at text,
    charged double precision not null,
    result text,
    clock text,
    person integer not null default 0,
    board text references boards (id),
    score double precision,
    recorded_as text
  )`,
  // Lists are in the order of numbers. With the other columns that lists are asked by, no row is read that is not on their page.
  'create index service_sessions_bank on service_sessions (bank, number, state, person)',
  'create index service_sessions_examinee on service_sessions (examinee, number, bank, state)',
  'create index service_sessions_state on service_sessions (state, number, bank)',
  'create index service_sessions_expires on service_sessions (state, expires_at)',
  'create index service_sessions_board on service_sessions (board, score, number) where board is not null',
  'create index service_sessions_recorded on service_sessions (board, recorded_as) where recorded_as is not null',
  `create table service_answers (
    session integer not null references service_sessions (number),
    place integer not null,
    item text not null,
    score double precision not null check (score between 0 and 1),
    key text,
    at text not null,
    cost double precision not null,
    tokens integer not null,
    latency double precision,
    extracted text,
    absent text,
    output text,
    primary key (session, place),
    unique (session, item)
  )`,
  'create unique index service_answers_key on service_answers (session, key) where key is not null',
  `create table person_turns (
    session integer not null references service_sessions (number),
    place integer not null,
    turn integer not null,
    output text not null,
    at text not null,
    primary key (session, place, turn)
  )`,
  `create table jobs (
    number ${identity},
    id text not null unique,
    kind text not null,
    bank text,
    title text not null,
    state text not null,
    task text not null,
    made_by text not null,
    holder text not null,
    created_at text not null,
    started_at text,
    finished_at text,
    progress text,
    error text,
    result text,
    made_by_key text,
    cancel_at text,
    study text
  )`,
  'create index jobs_state on jobs (state)',
  'create index jobs_kind on jobs (kind, number, bank, made_by_key, state)',
  'create unique index jobs_study on jobs (study) where finished_at is null',
  `create table shared_files (
    number ${identity},
    name text unique,
    bytes double precision not null,
    sha256 text not null,
    changed double precision not null
  )`,
  `create table shared_file_chunks (
    file integer not null references shared_files (number),
    place integer not null,
    content ${bytes} not null,
    primary key (file, place)
  )`,
];

/** Panels of people, and what they rate, label and write. */
const PANELS = [
  `create table panels (
    id text not null primary key,
    kind text not null,
    bank text,
    title text not null,
    configuration text not null,
    made_by text,
    created_at text not null,
    closed_at text
  )`,
  `create table rating_answers (
    panel text not null references panels (id),
    answer integer not null,
    model text not null,
    condition text not null,
    item text not null,
    item_hash text not null,
    question integer not null,
    label text not null,
    judgements text not null,
    shown text not null,
    primary key (panel, answer)
  )`,
  `create table rating_assignments (
    panel text not null,
    rater text not null,
    place integer not null,
    answer integer not null,
    primary key (panel, rater, place),
    unique (panel, rater, answer)
  )`,
  `create table ratings (
    panel text not null,
    answer integer not null,
    rater text not null,
    revision integer not null,
    grades text not null,
    comment text,
    at text not null,
    primary key (panel, answer, rater, revision)
  )`,
  `create table annotation_entries (
    panel text not null references panels (id),
    place integer not null,
    item text not null,
    level text not null,
    agreed text,
    reason text,
    queued integer not null,
    doubt double precision not null,
    votes text not null,
    primary key (panel, place)
  )`,
  `create table annotation_reviews (
    panel text not null,
    place integer not null,
    decides integer not null,
    reviewer text not null,
    label text not null,
    note text not null,
    at text not null,
    primary key (panel, place, decides, reviewer),
    foreign key (panel, place) references annotation_entries (panel, place)
  )`,
  `create table writing_passages (
    panel text not null,
    place integer not null,
    name text not null,
    text text not null,
    primary key (panel, place)
  )`,
  `create table writing_rounds (
    panel text not null,
    round integer not null,
    plan text not null,
    findings text,
    begun_at text not null,
    ready_at text,
    primary key (panel, round)
  )`,
  `create table writing_questions (
    panel text not null,
    round integer not null,
    place integer not null,
    passage integer not null,
    question text,
    issues text not null,
    failed integer not null,
    drawn integer not null,
    primary key (panel, round, place)
  )`,
  `create table writing_decisions (
    panel text not null,
    round integer not null,
    place integer not null,
    expert text not null,
    answer text not null,
    answered_at text not null,
    decision text,
    decided_at text,
    primary key (panel, round, place, expert)
  )`,
  `create table writing_resolutions (
    panel text not null,
    round integer not null,
    place integer not null,
    accepts integer not null,
    comment text not null,
    made_by text not null,
    at text not null,
    primary key (panel, round, place)
  )`,
];

/** Which process works on a run, or on number 0, the service. */
const SQLITE_ONLY = [
  `create table claims (
    run integer not null primary key,
    host text not null,
    pid integer not null,
    started text,
    renewed text not null
  )`,
];

/**
 * What several processes share: instances and their leases (times in seconds since 1970), limits of rates, and computations with
 * their workers. All times are those of the server. `rate_levels` is not logged, so it is empty after a crash of the server, and
 * writing it does not wait for the disk. The index `work_results_progress` has all that is counted.
 */
const POSTGRES_ONLY = [
  `create table instances (
    id text primary key,
    host text not null,
    pid integer not null,
    version text not null,
    started_at double precision not null,
    renewed_at double precision not null
  )`,
  `create table leases (
    name text primary key,
    instance text not null references instances (id) on delete cascade
  )`,
  'create index leases_instance on leases (instance)',
  `create unlogged table rate_levels (
    name text primary key,
    tokens double precision not null,
    most double precision not null,
    counted_at double precision not null
  )`,
  `create table work_data (
    id text not null primary key,
    name text not null,
    version text not null,
    hash text not null,
    data bytea not null,
    stopped integer not null default 0,
    renewed_at timestamptz,
    changed_at timestamptz not null default clock_timestamp(),
    begun_at timestamptz not null default clock_timestamp(),
    tasks integer,
    owner text
  )`,
  'create index work_data_hash on work_data (hash)',
  `create table work_tasks (
    work text not null references work_data (id) on delete cascade,
    key text not null,
    task bytea not null,
    primary key (work, key)
  )`,
  `create table work_results (
    work text not null references work_data (id) on delete cascade,
    key text not null,
    result bytea not null,
    failed integer not null,
    kept_at timestamptz not null default clock_timestamp(),
    primary key (work, key)
  )`,
  'create index work_results_progress on work_results (work, failed, kept_at)',
  `create table workers (
    id text not null primary key,
    host text not null,
    pid integer not null,
    version text not null,
    threads integer not null,
    queues text not null,
    active integer not null,
    done integer not null,
    failed integer not null,
    draining integer not null,
    started_at timestamptz not null,
    renewed_at timestamptz not null
  )`,
];
