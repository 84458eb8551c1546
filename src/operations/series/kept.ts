import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { nearestNames } from '../../nearest.ts';
import { money2 } from '../../numbers.ts';
import { PREPARE_STEPS, prepareSeries } from '../../ranking/series/prepare-series.ts';
import { usualAnchors } from '../../ranking/series/series-items.ts';
import type { RunSummary } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { type LiveBank, readLiveBank } from '../../tested-bank/live-bank.ts';
import type { Estimate } from '../../workflow/live/live-estimate.ts';
import { requirePrices } from '../../workflow/live/require-prices.ts';
import {
  type AskedCheckpoint,
  analyseKept,
  askCheckpoint,
  type CheckpointJob,
  checkpointEstimate,
} from '../../workflow/series/ask-checkpoint.ts';
import {
  bankOfSeries,
  begunSteps,
  CHANGED_BANK,
  checkSameSeries,
  checkStepModel,
  keptSeries,
  keptSteps,
  SERIES_FORMAT,
  type SeriesSettings,
  seriesConfiguration,
  stepName,
} from '../../workflow/series/kept-series.ts';
import { USUAL_CONCURRENCY } from '../asking/asking.ts';
import type { Exit } from '../asking/asking-exit.ts';
import { estimateLine } from '../asking/estimate-text.ts';
import { laterModelsText } from '../asking/later-models.ts';
import { LONGER } from '../asking/pattern-hints.ts';
import { readModels } from '../asking/read-models.ts';
import { taskSettings } from '../asking/task-args.ts';
import { type Asking, withAsking } from '../asking/within-budgets.ts';
import { bankCache } from '../bank-cache.ts';
import { BUDGET_SPENT, INTERRUPTED } from '../exit-codes.ts';
import type { Context } from '../operation.ts';
import { ONLY_ASKED, type SeriesOptions, USUAL_SEED } from './options.ts';
import type { Series } from './series.ts';

const USUAL_ITEMS = 100;

/** A series as it is kept, and the bank that it goes on with. */
interface Kept {
  readonly name: string;
  /** Null before its first checkpoint. */
  readonly run: RunSummary | null;
  readonly live: LiveBank;
  /** Whether items or models that it began with have changed since. */
  readonly isEnded: boolean;
  readonly settings: SeriesSettings;
}

/** A kept series, shown again. */
export function shownSeries(options: SeriesOptions, context: Context): Promise<Series> {
  return context.store(async (store) => {
    const kept = await readKept(store, options, context);
    const steps = kept.run === null ? [] : await keptSteps(store, kept.run.id);
    if (steps.length === 0) await failUnknown(store, options);
    if (kept.isEnded)
      context.note(
        `This series cannot go on: ${CHANGED_BANK} Scores are predicted by the bank as it is now; answers to items that it no longer has are left out.`,
      );
    const { name, live } = kept;
    const prepared = await prepare(kept, options, context);
    const result = await analyseKept(store, name, live, prepared, steps, options.target);
    return { result, kind: kept.isEnded ? 'ended' : 'kept', exit: { code: 0, message: null } };
  });
}

/** @throws NAME_UNKNOWN */
async function failUnknown(store: Store, { name = '', bank }: SeriesOptions): Promise<never> {
  const known = (await store.runs())
    .filter(({ configuration: own }) => own.format === SERIES_FORMAT && own.bank === bank)
    .map(({ configuration }) => String(configuration.series));
  return fail('NAME_UNKNOWN', {
    kind: 'series',
    name,
    nearest: nearestNames(name, known),
    note: 'Only checkpoints asked with --model are kept; for recorded ones give --answers or --step-from each time.',
  });
}

/** What `--dry-run` says. @throws OPTIONS_CONFLICT where no checkpoint is asked */
export function estimateCheckpoint(
  options: SeriesOptions,
  context: Context,
): Promise<Estimate & { readonly budget: number | null }> {
  if (options.model === undefined)
    fail('OPTIONS_CONFLICT', { options: '--dry-run', reason: ONLY_ASKED });
  return withCheckpoint(options, context, true, async ({ expected, job }) => ({
    ...expected,
    budget: job.budget,
  }));
}

/** Asks a checkpoint behind an endpoint, and adds it to a kept series. */
export function addCheckpoint(options: SeriesOptions, context: Context): Promise<Series> {
  return withCheckpoint(options, context, false, async (checkpoint) => {
    const { store, kept } = checkpoint;
    const prepared = await prepare(kept, options, context);
    const asked = await ask(checkpoint, { ...checkpoint.job, prepared });
    const steps = await keptSteps(store, asked.run);
    const { name, live } = kept;
    return {
      result:
        steps.length === 0
          ? null
          : await analyseKept(store, name, live, prepared, steps, options.target),
      kind: 'kept',
      exit: exitOf(asked, checkpoint),
    };
  });
}

/** A checkpoint that can be asked. */
interface AskableCheckpoint extends Asking {
  readonly kept: Kept;
  readonly job: Omit<CheckpointJob, 'prepared'>;
  readonly expected: Estimate;
}

async function withCheckpoint<T>(
  options: SeriesOptions,
  context: Context,
  isDryRun: boolean,
  use: (checkpoint: AskableCheckpoint) => Promise<T>,
): Promise<T> {
  const { model = '', modelArg = {}, concurrency = USUAL_CONCURRENCY, budget } = options;
  const { models } = readModels({ model: [model], modelArg, concurrency });
  return withAsking(context, undefined, async (asking) => {
    const { door, store } = asking;
    if (budget !== undefined) requirePrices(models, door.caller);
    const kept = await readKept(store, options, context);
    const job = jobOf(kept, models[0], options, asking);
    const left = kept.settings.items - (await answersBefore(store, kept, job));
    const expected = await checkpointEstimate(store, job, left);
    const money = budget === undefined ? null : { limit: budget, left: budget, items: [left] };
    noteJob(kept, job.step, estimateLine(expected, money), context);
    const mustList = options.unlisted === true ? undefined : 'model';
    await door.check(models, { mustList, isDryRun });
    return use({ ...asking, kept, job, expected });
  });
}

function jobOf(
  { name, live, settings }: Kept,
  model: EndpointConfiguration,
  options: SeriesOptions,
  { door }: Asking,
): Omit<CheckpointJob, 'prepared'> {
  const { step, replace, concurrency = USUAL_CONCURRENCY, budget = null } = options;
  return {
    ...{ live, settings, model, concurrency, budget, caller: door.caller },
    configuration: seriesConfiguration(name, live, settings),
    step: step!,
    replaces: replace === true,
  };
}

/** Answers of the checkpoint that are kept. @throws OPTIONS_CONFLICT if its step was asked of another model */
async function answersBefore(
  store: Store,
  { run }: Kept,
  { step, model, replaces }: Pick<CheckpointJob, 'step' | 'model' | 'replaces'>,
): Promise<number> {
  if (run === null) return 0;
  const begun = (await begunSteps(store, run.id)).filter((own) => own.step === step);
  checkStepModel(begun, step, model.model, replaces);
  return begun.find((own) => own.model === model.model)?.answers.length ?? 0;
}

function noteJob(
  { name, live, settings }: Kept,
  step: number,
  estimate: string,
  { note }: Context,
): void {
  note(
    `${stepName(step)} of ${name} on ${live.recorded.name}, ${settings.items} items, ${settings.anchors} of them anchors: ${estimate}`,
  );
}

function ask({ door, store }: AskableCheckpoint, job: CheckpointJob): Promise<AskedCheckpoint> {
  return askCheckpoint(store, job, {
    interrupts: door.interrupts,
    watch: (tests, run) => door.watch(tests, { run, database: store.location, longer: LONGER }),
  });
}

function exitOf(
  { outcome, isInterrupted }: AskedCheckpoint,
  { job, context }: AskableCheckpoint,
): Exit {
  const { error, stopped } = outcome;
  if (error !== null) return { code: error.exitCode, message: error.message };
  if (isInterrupted) return { code: INTERRUPTED, message: null };
  if (stopped !== 'budget') return { code: 0, message: null };
  context.note(
    `The budget of ${money2(job.budget!)} is spent; the same command with a larger --budget goes on.`,
  );
  return { code: BUDGET_SPENT, message: null };
}

/** @throws OPTIONS_CONFLICT if a checkpoint is asked otherwise than those before */
async function readKept(store: Store, options: SeriesOptions, { note }: Context): Promise<Kept> {
  const { name = '', bank = '', model } = options;
  const now = await readLiveBank(store, bank, model !== undefined);
  const run = await keptSeries(store, name, bank);
  const before = bankOfSeries(now, run);
  const live = before ?? now;
  const settings = settingsOf(options, live, run);
  if (run !== null && model !== undefined)
    checkSameSeries(run, seriesConfiguration(name, live, settings));
  const later = laterModelsText(now, live, 'the series');
  if (later !== null) note(later);
  return { name, run, live, isEnded: before === null, settings };
}

/** What is kept of a series holds; options of a new one are its settings. */
function settingsOf(
  options: SeriesOptions,
  { recorded }: LiveBank,
  run: RunSummary | null,
): SeriesSettings {
  const before = run?.configuration;
  const size = recorded.responses.items.length;
  const number = (field: string) => (before === undefined ? undefined : Number(before[field]));
  const items =
    options.items ?? number('items') ?? Math.max(2, Math.min(USUAL_ITEMS, Math.floor(size / 5)));
  const leftOut = (before?.leaveOut as string[] | undefined) ?? [];
  return {
    ...taskSettings(options.taskArg),
    items,
    anchors: options.anchors ?? number('anchors') ?? usualAnchors(items),
    seed: options.seed ?? number('seed') ?? USUAL_SEED,
    leaveOut: options.leaveOut.length > 0 ? options.leaveOut : leftOut,
  };
}

async function prepare({ live, settings }: Kept, { bank }: SeriesOptions, { steps }: Context) {
  const { items, seed, leaveOut } = settings;
  steps.start(PREPARE_STEPS, 'calibrating');
  try {
    return await prepareSeries(
      {
        ...{ bank: live.recorded, families: live.families, checkpoints: [] },
        ...{ leaveOut, items, seed, cacheFolder: bankCache(bank) },
      },
      (doing) => steps.advance(doing),
    );
  } finally {
    steps.stop();
  }
}
