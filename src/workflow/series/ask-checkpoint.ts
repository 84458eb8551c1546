import type { Item } from '../../../item-bank/items/item.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { endpointGates } from '../../examinee/gate/endpoint-gates.ts';
import { openAiExaminee } from '../../examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { readJudges } from '../../files/judges/read-judges.ts';
import { analyseSeries, type SeriesBank } from '../../ranking/series/analyse-series.ts';
import { checkpointItems } from '../../ranking/series/checkpoint-items.ts';
import { PlannedTest } from '../../ranking/series/planned-test.ts';
import { designSeries } from '../../ranking/series/prepare-series.ts';
import { Budget } from '../../run/budget.ts';
import { FirstAnswers } from '../../run/first-answers.ts';
import { mostCost } from '../../run/most-cost.ts';
import { type ModelOutcome, runModels } from '../../run/run-models.ts';
import type { RunAnswer, RunConfiguration } from '../../run/run-record.ts';
import { RunReplies, replySourceOf } from '../../run/run-replies.ts';
import type { Store } from '../../store/store.ts';
import { askOptions } from '../../tested-bank/ask-options.ts';
import { keyChoices } from '../../tested-bank/key-choices.ts';
import { itemOf, type LiveBank } from '../../tested-bank/live-bank.ts';
import type { Caller } from '../asking/caller.ts';
import { embedderOf } from '../asking/embedder.ts';
import { judgePanel } from '../asking/judge-panel.ts';
import { type Interrupts, signalsOf } from '../asking/stop-signals.ts';
import { absentAnswers } from '../live/absent-answers.ts';
import { type AskTestsOptions, NO_WATCH } from '../live/ask-tests.ts';
import { askSettings } from '../live/live-configuration.ts';
import { type Estimate, estimate } from '../live/live-estimate.ts';
import { patternsOf } from '../live/live-result.ts';
import {
  begunSteps,
  checkStepModel,
  type KeptStep,
  keptSteps,
  type SeriesSettings,
  seriesRun,
  stepExaminee,
  stepName,
} from './kept-series.ts';
import { withoutAbsent } from './series-if-missing.ts';
import { type SeriesResult, seriesResult } from './series-result.ts';

/** A checkpoint behind an endpoint, to be added to a kept series. */
export interface CheckpointJob {
  readonly live: LiveBank;
  readonly prepared: SeriesBank;
  readonly configuration: RunConfiguration;
  readonly settings: SeriesSettings;
  readonly step: number;
  readonly model: EndpointConfiguration;
  /** Whether it may take the place of another model that was asked for this step. */
  readonly replaces: boolean;
  readonly concurrency: number;
  /** Dollars that the checkpoint may cost; null for no bound. */
  readonly budget: number | null;
  readonly caller: Caller;
}

/** How the checkpoint is asked. */
export interface AskCheckpointOptions {
  readonly interrupts?: () => Interrupts;
  readonly watch?: NonNullable<AskTestsOptions['watch']>;
}

export interface AskedCheckpoint {
  readonly run: number;
  readonly outcome: ModelOutcome;
  readonly isInterrupted: boolean;
}

/** Items sampled for the length of prompts. */
const SAMPLE = 30;

/** What asking a checkpoint will take. @param left items that are still to be asked */
export async function checkpointEstimate(
  store: Store,
  { live, settings, model, concurrency, caller }: Omit<CheckpointJob, 'prepared'>,
  left: number,
): Promise<Estimate> {
  const ids = live.recorded.responses.items.filter((_, j) => live.hashes[j] !== null);
  const every = Math.max(1, Math.floor(ids.length / SAMPLE));
  const sample: Item[] = [];
  for await (const item of store.items(
    live.recorded.name,
    ids.filter((_, k) => k % every === 0),
  ))
    sample.push(item);
  const askOf = await askedOf(store, live, settings, new RunReplies(store.replies, null), caller);
  return estimate([model], [left], sample, askOf, { ...settings, concurrency });
}

/** How items are asked, judged and compared, with the replies of a run. */
function askedOf(
  store: Store,
  { recorded }: LiveBank,
  settings: SeriesSettings,
  replies: RunReplies,
  caller: Caller,
) {
  const { seed } = settings;
  const own = askSettings(asked(settings));
  const judges =
    settings.judges === undefined
      ? undefined
      : judgePanel(readJudges(settings.judges), replies, seed, caller);
  const embedder = embedderOf(own.embeddings, replies, seed, caller);
  return askOptions({ ...own, judges, embedder }, store, recorded.name);
}

/**
 * Asks one checkpoint and keeps its answers in the run of the series, which is made if there is none. A checkpoint that was interrupted
 * goes on: what is kept is not asked again.
 *
 * @throws RUN_BUSY, TOO_MANY_ITEMS; OPTIONS_CONFLICT if the step was asked of another model
 */
export async function askCheckpoint(
  store: Store,
  job: CheckpointJob,
  options: AskCheckpointOptions,
): Promise<AskedCheckpoint> {
  const { live, settings, configuration, model, step, budget } = job;
  const { recorded } = live;
  const ids = recorded.responses.items;
  const now = () => new Date().toISOString();
  const run = await seriesRun(store, configuration, now());
  const release = await store.claimRun(run);
  const { stop, abort, restore } = options.interrupts?.() ?? signalsOf();
  let watch = NO_WATCH;
  try {
    await store.chargeReplies(run, now());
    const begun = (await begunSteps(store, run)).filter((own) => own.step === step);
    checkStepModel(begun, step, model.model, job.replaces);
    const name = stepExaminee(step, model.model);
    const kept = begun.find((own) => own.model === model.model)?.answers ?? [];
    const items = itemsOf(job, await keptSteps(store, run), kept);
    const known = new Map(kept.map((answer) => [answer.item, answer]));
    const money = new Budget(budget ?? Number.POSITIVE_INFINITY);
    for (const { cost } of known.values()) money.add(cost);
    // Of this checkpoint alone: the next one may stand behind the same address, under the same name.
    const cache = new RunReplies(store.replies, `${replySourceOf(run)}, ${name}`);
    const askOf = await askedOf(store, live, settings, cache, job.caller);
    const examinee = openAiExaminee(model, {
      ...SYSTEM_CLOCK,
      env: process.env,
      seed: `${settings.seed}`,
      cache,
      gate: endpointGates(SYSTEM_CLOCK)(model),
      log: () => {},
      words: job.caller.wordsOf(model.name),
      ...(job.caller.onNotice && { notice: job.caller.onNotice }),
      hasAnswered: known.size > 0,
    });
    const first = new FirstAnswers();
    const test = new PlannedTest(name, items);
    const shown = { model: stepName(step), length: test.length, score: () => null };
    watch = options.watch?.([shown], run) ?? NO_WATCH;
    const [outcome] = await runModels(
      [{ test, examinee, mostCost: mostCost(model, askOf), known }],
      {
        store,
        run,
        idAt: (j) => ids[j],
        itemAt: (j) => itemOf(store, recorded.name, ids[j]),
        askOf,
        budget: money,
        concurrency: job.concurrency,
        now,
        stop,
        abort,
        unanswered: settings.unanswered,
        onAnswer(answer) {
          watch.answered(0, answer.cost, answer);
          const pattern = first.note(answer);
          if (pattern !== null) watch.doubted(0, pattern, first.example);
        },
      },
    );
    return { run, outcome, isInterrupted: stop.aborted };
  } finally {
    watch.stop();
    restore();
    await release();
  }
}

/** The analysis of a kept series. Answers to items that the bank no longer has do not count. */
export async function analyseKept(
  store: Store,
  series: string,
  live: LiveBank,
  prepared: SeriesBank,
  steps: readonly KeptStep[],
  target: ScoreTarget,
): Promise<SeriesResult> {
  const positions = positionsOf(live);
  const analysed = (isCounted: (answer: RunAnswer) => boolean) => {
    const sorted = steps
      .map((own) => ({
        ...own,
        answers: own.answers.filter((answer) => positions.has(answer.item) && isCounted(answer)),
      }))
      .filter(({ answers }) => answers.length > 0)
      .sort((x, y) => x.step - y.step);
    const analysis = analyseSeries(
      prepared,
      sorted.map(({ answers }) => ({
        index: Int32Array.from(answers, ({ item }) => positions.get(item)!),
        scores: Float64Array.from(answers, ({ score }) => score),
        count: answers.length,
      })),
    );
    return seriesResult(series, live.recorded, sorted, analysis, target);
  };
  const choices = await keyChoices(
    store,
    live.recorded.name,
    steps.flatMap(({ answers }) => answers.map(({ item }) => item)),
  );
  const shown = new Map(steps.map(({ step, answers }) => [step, patternsOf(answers, choices)]));
  const all = analysed(() => true);
  const checkpoints = all.checkpoints.map((own) => ({ ...own, patterns: shown.get(own.step)! }));
  const result = { ...all, checkpoints };
  const absent = new Map(
    steps.map(({ step, answers }) => [step, absentAnswers(answers, positions)]),
  );
  if ([...absent.values()].every(({ size }) => size === 0)) return result;
  const without = [...absent].some(([step, own]) => own.size < answersOf(result, step))
    ? analysed(({ extracted }) => extracted !== null).checkpoints
    : [];
  return withoutAbsent(result, absent, without);
}

function answersOf({ checkpoints }: SeriesResult, step: number): number {
  return checkpoints.find((own) => own.step === step)?.items ?? 0;
}

/** Places of the items of this checkpoint: kept ones where they were asked, then those of the design. */
function itemsOf(
  { live, prepared, settings, step }: CheckpointJob,
  steps: readonly KeptStep[],
  kept: readonly RunAnswer[],
): Int32Array {
  const positions = positionsOf(live);
  const isAskable = (j: number) => live.hashes[j] !== null;
  const design = designSeries(prepared, isAskable, settings);
  if (design.order.length < settings.items)
    fail('TOO_MANY_ITEMS', {
      asked: settings.items,
      available: design.order.length,
      where: `bank ${live.recorded.name}, counting only items with text,`,
    });
  const asked = (answers: readonly RunAnswer[]) =>
    Int32Array.from(answers, ({ item }) => positions.get(item)!);
  const planned = checkpointItems(
    design,
    steps.filter((own) => own.step !== step).map(({ answers }) => asked(answers)),
  );
  const atPlace = new Map(kept.map(({ place, item }) => [place, positions.get(item)!]));
  const taken = new Set(atPlace.values());
  const rest = Array.from(planned).filter((j) => !taken.has(j));
  return Int32Array.from({ length: planned.length }, (_, k) => atPlace.get(k + 1) ?? rest.shift()!);
}

function positionsOf({ recorded }: LiveBank): ReadonlyMap<string, number> {
  return new Map(recorded.responses.items.map((id, j) => [id, j]));
}

/** The settings of asking, with those that a series does not have. */
function asked(settings: SeriesSettings) {
  return { ...settings, lag: 1, concurrency: 1 };
}
