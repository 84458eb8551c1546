import { join } from 'node:path';
import { SYSTEM_CLOCK } from '../examinee/services.ts';
import type { JobPlace } from '../jobs/running/execute-job.ts';
import type { SharedFiles } from '../shared-files/shared-files.ts';
import { LEFT } from '../store/instances/instance-store.ts';
import { openSharedFiles } from '../workflow/open-shared-files.ts';
import { studyFiles } from '../workflow/studies/kept/study-files.ts';
import { type BankPart, bankPart } from './banks/bank-part.ts';
import { type RecordedCalibrations, recordedCalibrations } from './banks/recorded-calibration.ts';
import { wordsOfBank } from './banks/words-of-bank.ts';
import { type BoardService, boardService } from './boards/board-service.ts';
import { boardItems, recordedModels } from './boards/recorded-models.ts';
import type { ServiceConfiguration } from './configuration.ts';
import { jobGauges, sessionGauges, workerGauges } from './health/work-gauges.ts';
import { type Metrics, metrics } from './http/metrics.ts';
import { type RequestLimits, requestLimits } from './http/request-limits.ts';
import { type HumansPart, humansPart } from './humans/humans-part.ts';
import { type JobService, jobService } from './jobs/job-service.ts';
import { type KeyService, keyService } from './keys/key-service.ts';
import { type ConfiguredModels, configuredModels } from './models/configured-models.ts';
import { type ModelRunner, modelRunner } from './models/model-runner.ts';
import { refreshSchedule } from './refreshes/refresh-schedule.ts';
import type { ServiceContext } from './service-context.ts';
import { sessionBanks } from './sessions/preparation/session-banks.ts';
import type { SessionService } from './sessions/session-service.ts';
import { sessions as sessionService } from './sessions/sessions.ts';
import { type StudyFolders, studyFolders } from './studies/study-folders.ts';
import { type WorkerPart, workerPart } from './workers/worker-part.ts';

/** The combined parts of the service, for the routes. */
export interface Parts {
  readonly context: ServiceContext;
  readonly configuration: ServiceConfiguration;
  /** Of thetarank. */
  readonly version: string;
  readonly metrics: Metrics;
  readonly keys: KeyService;
  readonly limits: RequestLimits;
  readonly calibrations: RecordedCalibrations;
  readonly sessions: SessionService;
  readonly banks: BankPart;
  readonly humans: HumansPart;
  readonly jobs: JobService;
  readonly studies: StudyFolders;
  readonly models: ConfiguredModels;
  readonly runner: Pick<ModelRunner, 'troubles'>;
  readonly boards: BoardService;
  readonly workers: WorkerPart;
  /** Aborted once the service closes: streams end, and nothing new is begun. */
  readonly closing: AbortSignal;
  /** Aborted earlier: from then on no new clients should come, while requests are still served. */
  readonly draining: AbortSignal;
  /** Continues work that was running when the service ended. Requests need not wait for it. */
  start(): Promise<void>;
  beginDraining(): void;
  /** Aborts `draining` and `closing`. */
  beginClosing(): void;
  /** Ends running work and waits for pending writes. The caller that opened the store closes it. */
  close(): Promise<void>;
}

/** The place that the configuration names; else the database that all processes share, or a folder beside a file of SQLite. */
function sharedFilesOf(
  { store }: ServiceContext,
  { files, data, uploadLimit }: ServiceConfiguration,
): SharedFiles {
  const place =
    files ??
    (store.dialect === 'postgres'
      ? { kind: 'database' as const }
      : { kind: 'folder' as const, folder: join(data, 'files') });
  return openSharedFiles(place, { largest: uploadLimit }, store, process.env);
}

/**
 * Creates the parts, each with those that it depends on.
 * @param runJob starts the command of a job; by default in a process of its own
 */
export async function createParts(
  context: ServiceContext,
  configuration: ServiceConfiguration,
  version: string,
  how: Pick<JobPlace, 'perform'> = {},
): Promise<Parts> {
  const [draining, closing] = [new AbortController(), new AbortController()];
  const beginClosing = () => {
    draining.abort();
    closing.abort();
  };
  const keys = keyService(context);
  await keys.hear();
  const calibrations = recordedCalibrations(context, configuration);
  const counted = metrics();
  const current = sessionBanks(context.store, () => context.elapsed());
  const sessions = sessionService(
    context,
    configuration,
    calibrations,
    current,
    counted.counter('thetarank_answers_total', 'Answers by their outcome.', 'status'),
  );
  sessionGauges(sessions, counted);
  const banks = bankPart(context, calibrations, sessions);
  const shared = sharedFilesOf(context, configuration);
  // A service of one process on one machine keeps them in its folder, where commands find them.
  const areShared = context.store.dialect === 'postgres' || configuration.files !== null;
  const kept = areShared ? { shared, files: studyFiles(shared, context.store) } : null;
  const studies = studyFolders(configuration.studies, kept, context);
  const ofStudies = kept?.files ?? null;
  const options = { configuration, shared, studies: ofStudies, version, ...how };
  const jobs = await jobService(context, options);
  jobGauges(jobs, counted);
  const workers = workerPart(context, jobs.queue);
  workerGauges(workers, counted);
  const models = configuredModels(context, configuration, process.env);
  const humans = humansPart(context.store);
  const boards = boardService(context, {
    humans,
    itemsOf: boardItems(current),
    sessions,
    store: context.store.serviceSessions,
    version,
    recordedOf: recordedModels(current),
    wordsOf: wordsOfBank(context.store),
    reviewLog: (bank) => context.store.reviewLog(bank),
  });
  const runner = modelRunner(context, models, sessions);
  const schedule = refreshSchedule(context, jobs, configuration.refreshes, SYSTEM_CLOCK);
  const limits = requestLimits(configuration, context.store.rates);
  let scheduled: Promise<void> = Promise.resolve();
  return {
    context,
    configuration,
    version,
    metrics: counted,
    keys,
    limits,
    calibrations,
    sessions,
    banks,
    humans,
    jobs,
    studies,
    models,
    runner,
    boards,
    workers,
    closing: closing.signal,
    draining: draining.signal,
    beginDraining: () => draining.abort(),
    beginClosing,
    async start() {
      const look = () => void runner.look().catch(() => {});
      await context.store.notices?.listen(LEFT, look, look);
      scheduled = schedule.run(closing.signal);
      await runner.start();
    },
    async close() {
      beginClosing();
      boards.close();
      await limits.close();
      await scheduled;
      // Answers in flight are still submitted to their sessions.
      await Promise.all([jobs.close(), runner.close()]);
      await sessions.close();
      await banks.close();
      await calibrations.close();
    },
  };
}
