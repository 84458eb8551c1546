import { z } from 'zod';
import { LANGUAGES } from '../languages/language.ts';
import { ANALYSES } from '../operations/analysis-names.ts';
import { studyDigest } from '../workflow/studies/kept/study-digest.ts';
import { LONGEST_STUDY_NAME, STUDY_NAME } from '../workflow/studies/kept/study-name.ts';
import { name, page, pageOf, time } from './common.ts';
import { sessionState } from './sessions.ts';

/** What runs for longer than a request may take. Each is one command of thetarank in a process of its own. */
export const JOB_KINDS = [
  'import-items',
  'import-answers',
  'import-parameters',
  'calibrate',
  'refresh',
  'audit',
  'synthesize',
  'study',
  'analysis',
] as const;
export const jobKind = z.enum(JOB_KINDS);
export type JobKind = z.infer<typeof jobKind>;
const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export const jobState = z.enum(JOB_STATES);
export type JobState = z.infer<typeof jobState>;

export const job = z.object({
  id: z.string(),
  kind: jobKind,
  bank: z.string().nullable(),
  title: z.string(),
  state: jobState,
  done: z.number().meta({ description: 'units of work done; of a job that is done, `total`' }),
  total: z.number().nullable(),
  doing: z.string(),
  secondsLeft: z.number().nullable(),
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  by: z.string().meta({ description: 'name of the key that started it' }),
  runner: z.string().nullable().meta({
    description:
      'machine and process that runs it, or ran it last: `vm, worker 31e236cd93b2` (the id of `thetarank worker list`) or `vm, service`; null while it waits, if it never ran, and on SQLite',
  }),
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
  result: z.record(z.string(), z.unknown()).nullable().meta({
    description:
      'what the command printed with --json; of an import of items the first 50 rejected records (`files[0].rejects`, each with `where` and `reason`), of which `rejected` is the number; of an analysis or a calibration `result`, and `reports` by language, which lists leave out. `notes`, if there are any, are sentences that the command says beside its result: warnings, columns that were not read',
  }),
});
export type Job = z.infer<typeof job>;

const whereRecord = z.string().meta({ description: 'such as line 12, or row 3 of Parquet' });
/** read = accepted + rejected + duplicates. */
const recordCounts = z.object({
  read: z.int(),
  accepted: z.int(),
  rejected: z.int().meta({ description: 'records that are not valid items' }),
  duplicates: z.int().meta({ description: 'records with the content of an item before' }),
});
/** The `result` of a job `import-items`; over HTTP an import has one file. */
export const importedItems = z.looseObject({
  added: z.int().meta({ description: 'new items of the bank' }),
  ...recordCounts.shape,
  files: z.array(
    z.looseObject({
      file: z.string(),
      ...recordCounts.shape,
      rejects: z.array(z.object({ where: whereRecord, reason: z.string() })),
      duplicateOf: z.array(z.object({ where: whereRecord, id: z.string(), of: z.string() })),
    }),
  ),
  leftOut: z.record(z.string(), z.int()).meta({
    description: 'fields that became no tags, with their number of records',
  }),
  recorded: z
    .looseObject({
      answers: z.int(),
      examinees: z.array(z.string()),
      unscored: z.object({
        count: z.int(),
        first: z.array(z.object({ item: z.string(), reason: z.string() })),
      }),
    })
    .nullish()
    .meta({ description: 'of logs: the answers' }),
});
export const jobPage = pageOf(job);
export const jobQuery = z.object({ kind: jobKind.optional(), state: jobState.optional(), ...page });

/** Any operation that reads a bank and changes nothing that is there. */
export const newAnalysis = z.object({
  operation: z.enum(ANALYSES).meta({ description: 'as the command line names it' }),
  options: z
    .record(z.string(), z.unknown())
    .meta({ description: 'those that GET /v1/operations lists for it' }),
});
export const analysisList = z.object({
  items: z.array(
    z.object({
      name: z.enum(ANALYSES),
      summary: z.string(),
      options: z.array(
        z.object({
          name: z.string(),
          summary: z.string(),
          group: z.string().nullable(),
          kind: z.enum(['boolean', 'number', 'string', 'array', 'object']),
          choices: z.array(z.string()).readonly().nullable(),
          accepted: z.string().meta({ description: 'what it accepts, in words' }),
          isRequired: z.boolean(),
          usual: z.unknown().meta({ description: 'without it; absent if that has no value' }),
          schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON schema' }),
        }),
      ),
    }),
  ),
});
export type AnalysisOption = z.infer<typeof analysisList>['items'][number]['options'][number];
export const reportQuery = z.object({ language: z.enum(LANGUAGES).default('en') });
export const newSynthesis = z.object({
  bank: name.meta({ description: 'a bank whose items have text' }),
  configuration: name.meta({
    description: 'name of a synthesis that the configuration of the service lists',
  }),
});
/** A name that is a folder too: letters, digits and . _ - only, a letter or digit first. */
export const studyName = z
  .string()
  .max(LONGEST_STUDY_NAME)
  .regex(STUDY_NAME, 'letters, digits and . _ -, beginning with a letter or digit');
export const jobPath = z.object({ job: z.string().max(64) });

export const studySummary = z.object({
  name: z.string(),
  kind: z.string(),
  title: z.string(),
  finished: z.boolean(),
  cells: z.int(),
  replications: z.int(),
  changedAt: time,
});
export type StudySummary = z.infer<typeof studySummary>;
export const studyList = z.object({ items: z.array(studySummary) });
export const study = z.object({
  ...studySummary.shape,
  ...studyDigest.pick({ answer: true, columns: true, rows: true, plots: true }).shape,
});
export type Study = z.infer<typeof study>;

/** A configured model, as everybody who may use it sees it: neither address nor key. */
const modelSummary = z.object({ name: z.string(), model: z.string() });
export const modelList = z.object({ items: z.array(modelSummary) });
export type ModelSummary = z.infer<typeof modelSummary>;

/**
 * Changes as server-sent events: one event after every change of a session or job, which the client then requests again.
 * The name of the event is `type`; its data is the whole event as JSON.
 */
const liveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session'),
    session: z.string(),
    bank: z.string(),
    state: sessionState,
    model: z.string().nullable().meta({ description: 'the model that the service asks' }),
  }),
  z.object({ type: z.literal('job'), job: z.string(), bank: z.string().nullable() }),
  z.object({ type: z.literal('leaderboard'), leaderboard: z.string(), bank: z.string() }),
  z.object({ type: z.literal('review'), bank: z.string() }),
  z.object({ type: z.literal('calibration'), bank: z.string() }),
  z.object({ type: z.literal('panel'), panel: z.string(), bank: z.string().nullable() }),
]);
export const eventQuery = z.object({
  session: z.string().max(64).optional(),
  job: z.string().max(64).optional(),
  bank: name.optional(),
});
export type LiveEvent = z.infer<typeof liveEvent>;
