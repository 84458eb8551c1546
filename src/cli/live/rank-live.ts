import { join } from 'node:path';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration.ts';
import { mostTokens } from '../../examinee/endpoint/most-cost.ts';
import { checkWritable } from '../../files/write.ts';
import { plural } from '../../numbers.ts';
import {
  type LiveRequest,
  type LiveTests,
  liveSteps,
  prepareLive,
} from '../../ranking/live/prepare-live.ts';
import { Budget } from '../../run/budget.ts';
import { mostCost } from '../../run/most-cost.ts';
import { type ModelOutcome, runModels } from '../../run/run-models.ts';
import type { Store } from '../../store/store.ts';
import { calibratedBank } from '../../tested-bank/calibrated-bank.ts';
import { itemOf, readLiveBank } from '../../tested-bank/live-bank.ts';
import { estimateLine } from '../../workflow/live/live-estimate.ts';
import {
  type LiveJob,
  type LiveJobOptions,
  prepareJob,
  readKnown,
} from '../../workflow/live/live-job.ts';
import { type AnswerFacts, type LiveResult, liveModels } from '../../workflow/live/live-result.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { BUDGET_SPENT, INTERRUPTED, NOT_CONVERGED } from '../asking/exit-codes.ts';
import { interrupts } from '../asking/interrupts.ts';
import { bankCache } from '../bank-cache.ts';
import { readStore } from '../database-option.ts';
import { progressBar } from '../progress.ts';
import { LIVE_FILES, writeLive } from './live-files.ts';
import { dollars, readModels } from './live-options.ts';
import { liveProgress } from './live-progress.ts';
import { liveReport } from './live-report.ts';

export interface RankLiveOptions extends LiveJobOptions {
  readonly bank?: string;
  readonly responses?: string;
  readonly budget?: string;
  readonly target?: ScoreTarget;
  readonly json?: boolean;
  readonly out?: string;
}

/** `thetarank rank --model`: models behind endpoints are tested, placed among the recorded ones and ranked. */
export async function rankLive(options: RankLiveOptions): Promise<void> {
  const name = bankName(options);
  const models = readModels(options);
  const budget = options.budget === undefined ? null : dollars(options.budget);
  if (budget !== null) requirePrices(models);
  const { out } = options;
  if (out !== undefined) checkWritable(LIVE_FILES.map((file) => join(out, file)));
  await readStore(options, async (store) => {
    const whole = await readLiveBank(store, name);
    const { calibration: number } = options;
    const calibrated = number === undefined ? null : await calibratedBank(store, whole, number);
    const live = calibrated?.live ?? whole;
    const job = await prepareJob(options, store, live, models, budget, calibrated);
    console.error(
      `${plural(models.length, 'model')} on ${name}, ${job.request.items} items each by "${job.request.strategy}": ${estimateLine(job.expected, budget)}`,
    );
    if (job.hint !== null) console.error(job.hint);
    if (options.dryRun === true) {
      if (options.json === true) console.log(JSON.stringify({ ...job.expected, budget }, null, 2));
      return;
    }
    await checkEndpoints(models);
    await runJob(options, store, job);
  });
}

async function runJob(options: RankLiveOptions, store: Store, job: LiveJob): Promise<void> {
  const { request, configuration, hash, before } = job;
  // A new run is made once what takes long is done; one that is gone on with is claimed before.
  const early = before === null ? prepareShown(request) : null;
  const run = before?.id ?? (await store.createRun(configuration, hash, new Date().toISOString()));
  const release = await store.claimRun(run);
  try {
    // Read again: whoever held the run until now may have kept more.
    const known = before === null ? job.known : await readKnown(store, run, request.models);
    const prepared = early ?? prepareShown(request);
    await askModels(options, store, { ...job, known }, run, prepared);
  } finally {
    await release();
  }
}

/** Asks, keeps and shows, for a run that is claimed. */
async function askModels(
  options: RankLiveOptions,
  store: Store,
  job: LiveJob,
  run: number,
  prepared: LiveTests,
): Promise<void> {
  const { live, request, models, examinees, askOf, known } = job;
  const { bank } = request;
  const ids = bank.responses.items;
  const now = () => new Date().toISOString();
  const money = new Budget(job.budget ?? Number.POSITIVE_INFINITY);
  // Without what was said: of a long run that would not fit into memory, and the store has it.
  const answers = new Map<string, AnswerFacts[]>(models.map(({ name }) => [name, []]));
  for (const own of known.values()) for (const { cost } of own.values()) money.add(cost);
  money.add((await store.charged(run)).dollars);
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
        now,
        stop,
        abort,
        unanswered: options.unanswered,
        onAnswer({ output: _, thinking: __, ...answer }) {
          answers.get(answer.examinee)!.push(answer);
          progress.answered(position.get(answer.examinee)!, answer.cost);
        },
      },
    );
  } finally {
    progress.stop();
    restore();
  }
  const { target = 'expected' } = options;
  const retries = new Map(examinees.map(({ name, counts }) => [name, counts.retries]));
  const scored = liveModels(prepared, target, outcomes, answers, retries);
  const isComplete = outcomes.every(({ stopped }) => stopped === null);
  const result: LiveResult = {
    version: 1,
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    bankItems: ids.length,
    target,
    askable: live.hashes.filter((_, j) => request.isAskable?.(j) ?? true).length,
    strategy: request.strategy,
    items: request.items,
    lag: request.lag,
    seed: request.seed,
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
    recordedAs: Object.fromEntries(
      models.flatMap(({ name }, m) => {
        const as = prepared.recordedAs[m];
        return as === null ? [] : [[name, as]];
      }),
    ),
    unconverged: prepared.unconverged,
    leftOut: prepared.leftOut,
    calibration: job.used,
    cost: money.spent,
  };
  for (const model of scored) await store.putSession(run, model.model, model);
  if (isComplete) await store.finishRun(run, result, now());
  if (options.out !== undefined)
    await writeLive(options.out, result, store.answers(run), options.outputs === true);
  if (options.json === true) console.log(JSON.stringify(result, null, 2));
  else if (scored.length > 0 || outcomes.every(({ error }) => error === null))
    console.log(liveReport(result, options));
  const failed = outcomes.find(({ error }) => error !== null);
  if (failed !== undefined) {
    console.error(`error: ${failed.error!.message}`);
    process.exitCode = failed.error!.exitCode;
  } else if (stop.aborted) process.exitCode = INTERRUPTED;
  else if (!isComplete) process.exitCode = BUDGET_SPENT;
  else if (prepared.unconverged.length > 0) process.exitCode = NOT_CONVERGED;
}

function prepareShown(request: LiveRequest): LiveTests {
  const progress = progressBar();
  const steps = liveSteps(request);
  if (steps > 0) progress.start(steps, 'calibrating');
  try {
    const cacheFolder = bankCache(request.bank.name);
    return prepareLive({ ...request, cacheFolder }, (doing) => progress.advance(doing));
  } finally {
    if (steps > 0) progress.stop();
  }
}

function bankName({ bank, responses }: RankLiveOptions): string {
  if (bank === undefined || responses !== undefined)
    return fail('OPTIONS_CONFLICT', {
      options: '--model',
      reason: 'asks the items of a bank with text; give --bank, such as --bank mmlu-pro.',
    });
  return bank;
}

/** Without a price, or a limit of tokens, nobody knows what an answer may cost. @throws OPTIONS_CONFLICT */
function requirePrices(models: readonly EndpointConfiguration[]): void {
  for (const model of models) {
    const lacks =
      model.price === null
        ? 'price; give --price IN:OUT in dollars per million tokens'
        : mostTokens(model) === null
          ? 'limit of tokens; give --max-tokens'
          : null;
    if (lacks !== null)
      fail('OPTIONS_CONFLICT', {
        options: '--budget',
        reason: `there is no ${lacks.replace(';', ` for ${model.name};`)}.`,
      });
  }
}
