import { join } from 'node:path';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration.ts';
import { endpointGates } from '../../examinee/gate/endpoint-gates.ts';
import { type EndpointExaminee, openAiExaminee } from '../../examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { readText } from '../../files/read-text.ts';
import { checkWritable } from '../../files/write.ts';
import {
  LIVE_STRATEGIES,
  type LiveRequest,
  type LiveTests,
  liveSteps,
  prepareLive,
} from '../../ranking/live/prepare-live.ts';
import type { AskOptions } from '../../run/ask-item.ts';
import { Budget } from '../../run/budget.ts';
import { configurationHash } from '../../run/configuration-hash.ts';
import { type ModelOutcome, runModels } from '../../run/run-models.ts';
import type { RunAnswer, RunSummary } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { withStore } from '../database-option.ts';
import { plural } from '../numbers.ts';
import { progressBar } from '../progress.ts';
import { itemOf, type LiveBank, readLiveBank } from './live-bank.ts';
import { askOptions, runConfiguration } from './live-configuration.ts';
import { estimate, estimateLine, mostCost } from './live-estimate.ts';
import { LIVE_FILES, writeLive } from './live-files.ts';
import { dollars, type LiveOptions, oneOf, readModels } from './live-options.ts';
import { liveProgress } from './live-progress.ts';
import { liveReport } from './live-report.ts';
import { type LiveResult, liveModels } from './live-result.ts';

export interface RankLiveOptions extends LiveOptions {
  readonly bank?: string;
  readonly responses?: string;
  readonly items?: number;
  readonly strategy: string;
  readonly seed: number;
  readonly budget?: string;
  readonly json?: boolean;
  readonly out?: string;
  /** Items a model is asked by default, by the size of the bank. */
  readonly defaultItems: (size: number) => number;
}

/** Items whose prompts say how long prompts are. */
const SAMPLE = 50;

/** `thetarank rank --model`: models behind endpoints are tested, placed among the recorded ones and ranked. */
export async function rankLive(options: RankLiveOptions): Promise<void> {
  const name = bankName(options);
  const models = readModels(options);
  const budget = options.budget === undefined ? null : dollars(options.budget);
  if (budget !== null) requirePrices(models);
  const { out } = options;
  if (out !== undefined) checkWritable(LIVE_FILES.map((file) => join(out, file)));
  await withStore(options, async (store) => {
    const live = await readLiveBank(store, name);
    const job = await prepareJob(options, store, live, models, budget);
    console.error(
      `${plural(models.length, 'model')} on ${name}, ${job.request.items} items each by "${job.request.strategy}": ${job.line}`,
    );
    if (job.hint !== null) console.error(job.hint);
    if (options.dryRun === true) return;
    await runJob(options, store, job);
  });
}

interface Job {
  readonly live: LiveBank;
  readonly request: LiveRequest;
  readonly models: readonly EndpointConfiguration[];
  readonly examinees: readonly EndpointExaminee[];
  readonly askOf: (item: Item) => AskOptions;
  readonly budget: number | null;
  readonly configuration: ReturnType<typeof runConfiguration>;
  readonly hash: string;
  /** The run to go on with; null for a new one. */
  readonly before: RunSummary | null;
  readonly known: ReadonlyMap<string, ReadonlyMap<string, RunAnswer>>;
  /** What it will take, and what else is to be said before the first call. */
  readonly line: string;
  readonly hint: string | null;
}

/** Everything that can be wrong is found here, before anything is paid or long computed. */
async function prepareJob(
  options: RankLiveOptions,
  store: Store,
  live: LiveBank,
  models: readonly EndpointConfiguration[],
  budget: number | null,
): Promise<Job> {
  const { hashes, recorded } = live;
  const pool = options.pool === undefined ? null : readPool(options.pool, live);
  const isOpen = new Set(pool ?? []);
  const isAskable = (j: number) =>
    hashes[j] !== null && (pool === null || isOpen.has(recorded.responses.items[j]));
  const askable = hashes.flatMap((_, j) => (isAskable(j) ? [j] : []));
  const isWhole = askable.length === hashes.length;
  const request: LiveRequest = {
    bank: recorded,
    families: live.families,
    models: models.map((model) => model.name),
    items: options.items ?? Math.min(askable.length, options.defaultItems(hashes.length)),
    strategy: oneOf('strategy', options.strategy, LIVE_STRATEGIES),
    lag: options.lag,
    seed: options.seed,
    leaveOut: options.leaveOut,
    isAskable: isWhole ? null : isAskable,
  };
  liveSteps(request);
  const gateOf = endpointGates(SYSTEM_CLOCK);
  const examinees = models.map((model) =>
    openAiExaminee(model, {
      ...SYSTEM_CLOCK,
      env: process.env,
      seed: `${options.seed}`,
      cache: options.cache ? store.cache : null,
      gate: gateOf(model),
      log: () => {},
    }),
  );
  const askOf = await askOptions(options, store, recorded.name);
  const configuration = runConfiguration(live, request, models, options, pool);
  const hash = configurationHash(configuration);
  const same = await store.runs(hash);
  const before = options.resume === true ? (same[0] ?? null) : null;
  const known = new Map<string, Map<string, RunAnswer>>(
    models.map(({ name }) => [name, new Map()]),
  );
  if (before !== null)
    for await (const answer of store.answers(before.id))
      known.get(answer.examinee)?.set(answer.item, answer);
  const step = Math.max(1, Math.floor(askable.length / SAMPLE));
  const sample: Item[] = [];
  for await (const item of store.items(
    recorded.name,
    askable.filter((_, k) => k % step === 0).map((j) => recorded.responses.items[j]),
  ))
    sample.push(item);
  const left = models.map(({ name }) => Math.max(0, request.items - known.get(name)!.size));
  const expected = estimate(models, left, sample, askOf, options);
  const open = same.find(({ finishedAt }) => finishedAt === null);
  const hint =
    options.resume === true
      ? before === null
        ? 'There is no run of this bank, with these models and options, to go on with: a new one begins.'
        : `Run ${before.id} goes on: ${plural(before.answers, 'answer')} kept${before.finishedAt === null ? '' : ', it was finished'}.`
      : open === undefined
        ? null
        : `Run ${open.id} of the same kind was broken off after ${plural(open.answers, 'answer')}: --resume goes on with it.`;
  return {
    ...{ live, request, models, examinees, askOf, budget, configuration, hash, before, known },
    line: estimateLine(expected, budget),
    hint,
  };
}

async function runJob(options: RankLiveOptions, store: Store, job: Job): Promise<void> {
  const { live, request, models, examinees, askOf, configuration, hash, before, known } = job;
  const { bank } = request;
  const ids = bank.responses.items;
  const prepared = prepareShown(request);
  const now = () => new Date().toISOString();
  const run = before?.id ?? (await store.createRun(configuration, hash, now()));
  const money = new Budget(job.budget ?? Number.POSITIVE_INFINITY);
  const answers = new Map<string, RunAnswer[]>(models.map(({ name }) => [name, []]));
  for (const own of known.values()) for (const { cost } of own.values()) money.add(cost);
  const { stop, abort, restore } = interrupts();
  const progress = liveProgress(prepared.tests);
  const position = new Map(models.map(({ name }, m) => [name, m]));
  let outcomes: ModelOutcome[];
  try {
    outcomes = await runModels(
      prepared.tests.map((test, m) => ({
        test,
        examinee: examinees[m],
        mostCost: mostCost(models[m], askOf),
        known: known.get(models[m].name)!,
      })),
      {
        store,
        run,
        idAt: (j) => ids[j],
        itemAt: (j) => itemOf(store, bank.name, ids[j]),
        askOf,
        budget: money,
        concurrency: options.concurrency,
        ...{ now, stop, abort },
        onAnswer(answer) {
          answers.get(answer.examinee)!.push(answer);
          progress.answered(position.get(answer.examinee)!, answer.cost);
        },
      },
    );
  } finally {
    progress.stop();
    restore();
  }
  const retries = new Map(examinees.map(({ name, counts }) => [name, counts.retries]));
  const scored = liveModels(prepared, outcomes, answers, retries);
  const isComplete = outcomes.every(({ stopped }) => stopped === null);
  const result: LiveResult = {
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    bankItems: ids.length,
    askable: live.hashes.filter((_, j) => request.isAskable?.(j) ?? true).length,
    ...{ strategy: request.strategy, items: request.items, lag: request.lag, seed: request.seed },
    prompts: [...new Set([...answers.values()].flat().map(({ prompt }) => prompt))].sort(),
    mode: options.mode,
    run,
    database: store.location,
    complete: isComplete,
    models: scored,
    unanswered: outcomes.flatMap(({ model, error }) =>
      scored.some((own) => own.model === model) ? [] : [{ model, error: error?.message ?? null }],
    ),
    recorded: prepared.recorded,
    leftOut: prepared.leftOut,
    unconverged: prepared.unconverged,
    cost: money.spent,
  };
  for (const model of scored) await store.putSession(run, model.model, model);
  if (isComplete) await store.finishRun(run, result, now());
  if (options.out !== undefined) writeLive(options.out, result, answers, options.outputs === true);
  console.log(
    options.json === true ? JSON.stringify(result, null, 2) : liveReport(result, options),
  );
  const failed = outcomes.find(({ error }) => error !== null);
  if (failed !== undefined) {
    console.error(`error: ${failed.error!.message}`);
    process.exitCode = failed.error!.exitCode;
  } else if (stop.aborted) process.exitCode = INTERRUPTED;
  else if (prepared.unconverged.length > 0) process.exitCode = NOT_CONVERGED;
}

/** As shells call the end of a program by an interrupt. */
const INTERRUPTED = 130;
const NOT_CONVERGED = 3;

function prepareShown(request: LiveRequest): LiveTests {
  const progress = progressBar();
  const steps = liveSteps(request);
  if (steps > 0) progress.start(steps, 'calibrating');
  try {
    return prepareLive(request, (doing) => progress.advance(doing));
  } finally {
    if (steps > 0) progress.stop();
  }
}

/** Interrupts closer than this, in milliseconds, are one. */
const SAME_MS = 300;

/** The first interrupt ends asking, the second one what is in flight. */
function interrupts(): { stop: AbortSignal; abort: AbortSignal; restore(): void } {
  const stop = new AbortController();
  const abort = new AbortController();
  let first = 0;
  const onSignal = () => {
    // One Ctrl+C may arrive twice: from the terminal, and handed on by a launcher.
    if (stop.signal.aborted && performance.now() - first < SAME_MS) return;
    if (stop.signal.aborted) {
      abort.abort();
      return;
    }
    first = performance.now();
    stop.abort();
    console.error(
      'Stopping: what is in flight is still kept; interrupt again not to wait for it. rank --resume goes on.',
    );
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    stop: stop.signal,
    abort: abort.signal,
    restore() {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    },
  };
}

function bankName({ bank, responses }: RankLiveOptions): string {
  if (bank === undefined || responses !== undefined)
    return fail('OPTIONS_CONFLICT', {
      options: '--model',
      reason: 'asks the items of a bank with text; give --bank, such as --bank mmlu-pro.',
    });
  return bank;
}

function requirePrices(models: readonly EndpointConfiguration[]): void {
  const without = models.find(({ price }) => price === null);
  if (without !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--budget',
      reason: `there is no price for ${without.name}; give --price IN:OUT in dollars per million tokens.`,
    });
}

/** The items named in a file, one a line. @throws ITEM_UNKNOWN for one the bank does not have, or has no text of */
function readPool(file: string, { recorded, hashes }: LiveBank): string[] {
  const lines = readText(file).toString('utf8').split(/\r?\n/);
  const names = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
  const positions = new Map(recorded.responses.items.map((id, j) => [id, j]));
  for (const id of names) {
    const j = positions.get(id);
    if (j === undefined) fail('ITEM_UNKNOWN', { item: id, where: `bank ${recorded.name}` });
    if (hashes[j] === null) fail('BANK_WITHOUT_TEXT', { bank: recorded.name, item: id, count: 1 });
  }
  return names;
}
