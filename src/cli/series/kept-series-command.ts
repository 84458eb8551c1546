import { fail } from '../../errors.ts';
import type { Words } from '../../languages/words.ts';
import { nearestNames } from '../../nearest.ts';
import { money2 } from '../../numbers.ts';
import { estimateLine } from '../../operations/asking/estimate-text.ts';
import { laterModelsText } from '../../operations/asking/later-models.ts';
import { patternHints } from '../../operations/asking/pattern-hints.ts';
import { taskSettings } from '../../operations/asking/task-args.ts';
import { bankCache } from '../../operations/bank-cache.ts';
import { BUDGET_SPENT, INTERRUPTED } from '../../operations/exit-codes.ts';
import { PREPARE_STEPS, prepareSeries } from '../../ranking/series/prepare-series.ts';
import { usualAnchors } from '../../ranking/series/series-items.ts';
import type { RunSummary } from '../../run/run-record.ts';
import { firstAnswersWords } from '../../scoring/patterns/pattern-words.ts';
import { shellWord } from '../../shell-word.ts';
import type { Store } from '../../store/store.ts';
import { type LiveBank, readLiveBank } from '../../tested-bank/live-bank.ts';
import { requirePrices } from '../../workflow/live/require-prices.ts';
import {
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
  nextSeriesName,
  SERIES_FORMAT,
  type SeriesSettings,
  seriesConfiguration,
  stepName,
} from '../../workflow/series/kept-series.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { dollars, readModels } from '../live/live-options.ts';
import { databaseArgument, readStore } from '../options/database-option.ts';
import { progressBar } from '../output/progress.ts';
import { shownWork } from '../output/shown-work.ts';
import { printNote } from '../output/typed-commands.ts';
import { type SeriesOptions, targetWords, USUAL_SEED } from './series-options.ts';
import { showSeries } from './show-series.ts';

const USUAL_ITEMS = 100;

/** A kept series: a checkpoint behind an endpoint is asked and added to it, or it is shown again. */
export async function keptSeriesCommand(name: string, options: SeriesOptions): Promise<void> {
  const { bank, tags, fullScore, families } = options;
  if (bank === undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'thetarank series NAME',
      reason: 'needs the bank of the series; add --bank, such as --bank mmlu-pro.',
    });
  const own = { '--tags': tags, '--full-score': fullScore, '--families': families };
  for (const [flag, value] of Object.entries(own))
    if (value !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: flag,
        reason: 'does not work with a kept series, whose bank brings its own.',
      });
  await readStore(options, async (store) => {
    const now = await readLiveBank(store, bank!, options.model !== undefined);
    const kept = await keptSeries(store, name, bank!);
    if (kept === null && options.model === undefined) await failUnknown(store, name, bank!);
    const before = bankOfSeries(now, kept);
    const live = before ?? now;
    const settings = settingsOf(options, live, kept);
    const configuration = seriesConfiguration(name, live, settings);
    if (kept !== null && options.model !== undefined) checkSameSeries(kept, configuration);
    const later = laterModelsText(now, live, 'the series');
    if (later !== null) printNote(later);
    if (options.model !== undefined)
      return addCheckpoint(store, name, options, live, settings, kept);
    const { prepared } = await prepareShown(live, settings, options);
    const steps = await keptSteps(store, kept!.id);
    if (steps.length === 0) await failUnknown(store, name, bank!);
    if (before === null)
      printNote(
        `This series cannot go on: ${CHANGED_BANK} Scores are predicted by the bank as it is now; answers to items that it no longer has are left out.`,
      );
    const result = await analyseKept(store, name, live, prepared, steps, options.target);
    const next = (t: Words) =>
      before === null
        ? t('begin a new series: {command}', {
            command: addingCommand(store, nextSeriesName(name), bank!, options.target),
          })
        : nextOf(store, name, bank!, options.target, t);
    await showSeries(result, options, next);
  });
}

function nextOf(
  store: Store,
  name: string,
  bank: string,
  target: SeriesOptions['target'],
  t: Words,
): string {
  return t('add a checkpoint: {command}', {
    command: addingCommand(store, name, bank, target),
  });
}

function addingCommand(
  store: Store,
  name: string,
  bank: string,
  target: SeriesOptions['target'],
): string {
  const kept = targetWords(target).map((word) => ` ${word}`);
  return `thetarank series ${shellWord(name)} --bank ${shellWord(bank)}${databaseArgument(store.location)} --model NAME@ADDRESS --step STEP${kept.join('')}`;
}

/** What is kept of a series holds; options of a new one are its settings. */
function settingsOf(
  options: SeriesOptions,
  { recorded }: LiveBank,
  kept: RunSummary | null,
): SeriesSettings {
  const before = kept?.configuration;
  const size = recorded.responses.items.length;
  const number = (field: string) => (before === undefined ? undefined : Number(before[field]));
  const items =
    options.items ?? number('items') ?? Math.max(2, Math.min(USUAL_ITEMS, Math.floor(size / 5)));
  return {
    ...taskSettings(options.taskArg),
    items,
    anchors: options.anchors ?? number('anchors') ?? usualAnchors(items),
    seed: options.seed ?? number('seed') ?? USUAL_SEED,
    leaveOut: options.leaveOut.length > 0 ? options.leaveOut : leftOutOf(before),
  };
}

function leftOutOf(configuration: RunSummary['configuration'] | undefined): string[] {
  return (configuration?.leaveOut as string[] | undefined) ?? [];
}

function prepareShown(live: LiveBank, settings: SeriesSettings, options: SeriesOptions) {
  return shownWork(PREPARE_STEPS, 'calibrating', async (onStep) => ({
    prepared: await prepareSeries(
      {
        bank: live.recorded,
        families: live.families,
        checkpoints: [],
        leaveOut: settings.leaveOut,
        items: settings.items,
        seed: settings.seed,
        cacheFolder: bankCache(options.bank),
      },
      onStep,
    ),
  }));
}

async function addCheckpoint(
  store: Store,
  name: string,
  options: SeriesOptions,
  live: LiveBank,
  settings: SeriesSettings,
  kept: RunSummary | null,
): Promise<void> {
  const { models, wordsOf } = readModels({ ...options, model: [options.model!], lag: 1 });
  const feedback = endpointFeedback(wordsOf);
  try {
    const caller = flagCaller(feedback, wordsOf);
    const budget = options.budget === undefined ? null : dollars(options.budget);
    if (budget !== null) requirePrices(models, caller);
    const [model] = models;
    const step = options.step!;
    const before = kept === null ? [] : await keptSteps(store, kept.id);
    const own = before.find((one) => one.step === step && one.model === model.model);
    const begun = kept === null ? [] : await begunSteps(store, kept.id);
    checkStepModel(
      begun.filter((one) => one.step === step),
      step,
      model.model,
      options.replace === true,
    );
    const job: Omit<CheckpointJob, 'prepared'> = {
      live,
      configuration: seriesConfiguration(name, live, settings),
      settings,
      step,
      model,
      replaces: options.replace === true,
      concurrency: options.concurrency,
      budget,
      caller,
    };
    const left = settings.items - (own?.answers.length ?? 0);
    const expected = await checkpointEstimate(store, job, left);
    printNote(
      `${stepName(step)} of ${name} on ${live.recorded.name}, ${settings.items} items, ${settings.anchors} of them anchors: ${estimateLine(expected, budget === null ? null : { limit: budget, left: budget, items: [left] })}`,
    );
    const isDryRun = options.dryRun === true;
    if (isDryRun && options.json === true)
      console.log(JSON.stringify({ ...expected, budget }, null, 2));
    const mustList = options.unlisted === true ? undefined : '--model';
    await checkEndpoints(models, { wordsOf, mustList, isDryRun });
    if (isDryRun) return;
    const { prepared } = await prepareShown(live, settings, options);
    const bar = progressBar();
    bar.start(Math.max(1, left), left === 0 ? 'scoring' : 'asking');
    const hints = patternHints(
      kept?.id ?? 0,
      databaseArgument(store.location),
      'a larger -M max-tokens',
    );
    let asked: Awaited<ReturnType<typeof askCheckpoint>>;
    try {
      asked = await askCheckpoint(
        store,
        { ...job, prepared },
        {
          interrupts,
          onAnswer: (_answered, _items, isNew) => {
            if (isNew) bar.advance('asking');
          },
          onDoubt: (pattern, example) =>
            printNote(`${stepName(step)}: ${firstAnswersWords(pattern, hints, example)}`),
        },
      );
    } finally {
      bar.stop();
    }
    const steps = await keptSteps(store, asked.run);
    if (steps.length > 0)
      await showSeries(
        await analyseKept(store, name, live, prepared, steps, options.target),
        options,
        (t) => nextOf(store, name, live.recorded.name, options.target, t),
      );
    const { outcome, isInterrupted } = asked;
    if (outcome.error !== null) {
      printNote(`error: ${outcome.error.message}`);
      process.exitCode = outcome.error.exitCode;
    } else if (isInterrupted) process.exitCode = INTERRUPTED;
    else if (outcome.stopped === 'budget') {
      printNote(
        `The budget of ${money2(budget!)} is spent; the same command with a larger --budget goes on.`,
      );
      process.exitCode = BUDGET_SPENT;
    }
  } finally {
    feedback.stop();
  }
}

/** @throws NAME_UNKNOWN */
async function failUnknown(store: Store, name: string, bank: string): Promise<never> {
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
