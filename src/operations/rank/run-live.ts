import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail, type ThetarankError } from '../../errors.ts';
import { plural } from '../../numbers.ts';
import { present } from '../../present.ts';
import { isLikelihoodVariant } from '../../prompt/prompt.ts';
import { type LiveRequest, liveSteps, prepareLive } from '../../ranking/live/prepare-live.ts';
import type { SaidMost } from '../../report/said-text.ts';
import { calibrationInForce } from '../../store/calibrations/calibration-in-force.ts';
import type { Store } from '../../store/store.ts';
import { calibratedBank } from '../../tested-bank/calibrated-bank.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import { alikeText } from '../../text/same-name.ts';
import { span } from '../../tracing/span.ts';
import type { ReusableReplies } from '../../workflow/asking/reusable-replies.ts';
import { saidMost } from '../../workflow/asking/said-most.ts';
import { type PeopleOn, peopleOn } from '../../workflow/bank/humans/people-on.ts';
import { readHumans } from '../../workflow/bank/humans/read-humans.ts';
import type { Estimate } from '../../workflow/live/live-estimate.ts';
import { type LiveJob, prepareJob } from '../../workflow/live/live-job.ts';
import type { LiveResult } from '../../workflow/live/live-result.ts';
import { requirePrices } from '../../workflow/live/require-prices.ts';
import { type LiveRanking, runLiveJob } from '../../workflow/live/run-live-job.ts';
import { DEFAULT_LAG, defaultItems } from '../../workflow/live/test-defaults.ts';
import { USUAL_CONCURRENCY } from '../asking/asking.ts';
import { type BudgetLeft, estimateLine } from '../asking/estimate-text.ts';
import { calibrationNote, liveHint } from '../asking/live-hint.ts';
import { LONGER } from '../asking/pattern-hints.ts';
import { readModels } from '../asking/read-models.ts';
import { reuseLine } from '../asking/reuse-text.ts';
import { taskSettings } from '../asking/task-args.ts';
import { withAsking } from '../asking/within-budgets.ts';
import { bankCache } from '../bank-cache.ts';
import { BUDGET_SPENT, INTERRUPTED, NOT_CONVERGED } from '../exit-codes.ts';
import type { AskingDoor, Context } from '../operation.ts';
import { isLive, type RankOptions, refuseHalves } from './options.ts';
import { fewModelsNote } from './studied-text.ts';

/** A ranking of models behind endpoints. */
export interface TestedModels {
  readonly kind: 'live';
  readonly result: LiveResult;
  /** People on the same items; null without human figures. */
  readonly people: PeopleOn | null;
  /** What models said most often whose answers are unusual. */
  readonly said: readonly SaidMost[];
  /** Why a test stopped before its end; null if none did. */
  readonly failure: string | null;
  readonly exitCode: number;
  /** Whether no test began, for a reason that is told. */
  readonly isEmpty: boolean;
}

/** What a ranking would ask. */
export interface RankEstimate extends Estimate {
  readonly budget: number | null;
  readonly reusable: ReusableReplies | null;
}

/** `--dry-run` of `rank`. @throws OPTIONS_CONFLICT where no model is asked */
export function estimateRanking(options: RankOptions, context: Context): Promise<RankEstimate> {
  refuseHalves(options);
  if (!isLive(options))
    fail('OPTIONS_CONFLICT', {
      options: '--dry-run',
      reason: 'only works with --model, such as --model my-model@http://localhost:8000/v1.',
    });
  return withJob(options, context, true, async (_, job) => ({
    ...job.expected,
    budget: options.budget ?? null,
    reusable: job.reusable,
  }));
}

export function rankLive(options: RankOptions, context: Context): Promise<TestedModels> {
  const { target = 'expected', concurrency = USUAL_CONCURRENCY, taskArg } = options;
  const { unanswered, mode } = taskSettings(taskArg);
  return withJob(options, context, false, async (store, job, door) => {
    const ranking = await runLiveJob(store, job, {
      ...{ concurrency, unanswered, mode, target },
      prepare: (request) => prepared(request, context),
      interrupts: door.interrupts,
      watch: (tests, run) => door.watch(tests, { run, database: store.location, longer: LONGER }),
    });
    const { name, responses } = job.request.bank;
    const humans = isBuiltinBank(name) ? null : await readHumans(store, name);
    return {
      kind: 'live',
      result: ranking.result,
      people: humans === null ? null : peopleOn(humans, responses.items, target),
      said: await saidOf(ranking, store),
      ...endOf(ranking, unanswered),
    };
  });
}

/** Calls `use` with a job whose models can be asked. */
async function withJob<T>(
  { model, modelsFile, modelArg = {}, taskArg, ...options }: RankOptions,
  context: Context,
  isDryRun: boolean,
  use: (store: Store, job: LiveJob, door: AskingDoor) => Promise<T>,
): Promise<T> {
  const name = bankName(options);
  const { concurrency = USUAL_CONCURRENCY, budget = null, lag = DEFAULT_LAG } = options;
  const { models, ofFile } = readModels({ model, modelsFile, modelArg, concurrency });
  return withAsking(context, ofFile, async ({ door, store }) => {
    const { caller } = door;
    if (budget !== null) requirePrices(models, caller);
    const { calibration, leaveOut = [] } = options;
    // A robust test learns from recorded models, and a kept calibration has none.
    const { strategy = calibration === undefined ? 'robust' : 'paper' } = options;
    const whole = await readLiveBank(store, name);
    const alike = alikeText(whole.recorded.responses.examinees);
    if (alike !== null) context.note(alike);
    const calibrated =
      calibration === undefined ? null : await calibratedBank(store, whole, calibration);
    const live = calibrated?.live ?? whole;
    const settings = taskSettings(taskArg);
    const run = { leaveOut, concurrency, lag, strategy, seed: options.seed };
    const job = await span('prepare', {}, () =>
      prepareJob(
        { ...present(options), ...settings, ...run, defaultItems, caller },
        ...([store, live, models, budget, calibrated] as const),
      ),
    );
    await noteJob(job, store, calibration !== undefined, context);
    await door.check(models, {
      mustList: options.unlisted === true ? undefined : model.length > 0 ? 'model' : 'modelsFile',
      isDryRun,
      needsLikelihoods: isLikelihoodVariant(settings.variant),
    });
    return use(store, job, door);
  });
}

function bankName({ bank, responses }: Pick<RankOptions, 'bank' | 'responses'>): string {
  if (bank === undefined || responses !== undefined)
    return fail('OPTIONS_CONFLICT', {
      options: 'model',
      reason: 'needs a bank with question text; add --bank, such as --bank mmlu-pro.',
    });
  return bank;
}

/** What it will take, and which item parameters it goes by. */
async function noteJob(
  job: LiveJob,
  store: Store,
  isKept: boolean,
  { note }: Context,
): Promise<void> {
  const { models, live, expected, otherTypes, request } = job;
  const { items, growTo, strategy, bank, pretest } = request;
  if (job.reusable !== null) note(reuseLine(job.reusable, Date.now()));
  const besides = pretest == null ? '' : ` and up to ${plural(pretest.count, 'pretest item')}`;
  note(
    `${plural(models.length, 'model')} on ${bank.name}, ${items} ${growTo == null ? '' : `to ${growTo} `}items each${besides} by "${strategy}": ${estimateLine(expected, budgetOf(job))}`,
  );
  if (otherTypes > 0)
    note(
      `${plural(otherTypes, 'item')} of other types than single choice cannot be scored by log-likelihoods and will not be asked.`,
    );
  const inForce = calibrationInForce(await store.calibrationLog(bank.name));
  for (const text of [
    calibrationNote(job, inForce),
    isKept ? null : fewModelsNote(strategy, live.recorded.responses.examinees.length),
    liveHint(job),
  ])
    if (text !== null) note(text);
}

/** What a budget leaves for the models of a job; null without a budget. */
function budgetOf({ budget, before, left }: LiveJob): BudgetLeft | null {
  if (budget === null) return null;
  return { limit: budget, left: budget - (before?.cost ?? 0), items: left };
}

/** Prepares tests, and shows how far their calibrations are. */
export function prepared(request: LiveRequest, { steps }: Pick<Context, 'steps'>) {
  const total = liveSteps(request);
  if (total > 0) steps.start(total, 'calibrating');
  try {
    const cacheFolder = bankCache(request.bank.name, request.strategy);
    return prepareLive({ ...request, cacheFolder }, (doing) => steps.advance(doing));
  } finally {
    if (total > 0) steps.stop();
  }
}

function saidOf({ result }: LiveRanking, store: Store): Promise<SaidMost[]> {
  const unusual = new Set(
    result.models.flatMap(({ model, patterns, ifMissing }) =>
      patterns.length > 0 || ifMissing !== undefined ? [model] : [],
    ),
  );
  if (unusual.size === 0) return Promise.resolve([]);
  return saidMost(store, result.run, (model) => (unusual.has(model) ? model : null));
}

function endOf({ result, outcomes, isInterrupted }: LiveRanking, unanswered: 'stop' | 'wrong') {
  const errors = outcomes.flatMap(({ error }) => error ?? []);
  const isEmpty = result.models.length === 0 && errors.length > 0;
  if (errors.length > 0)
    return {
      isEmpty,
      failure: failureText(errors[0], unanswered),
      exitCode: errors[0].exitCode,
    };
  return { isEmpty, failure: null, exitCode: exitCodeOf(result, isInterrupted) };
}

function failureText({ message, details }: ThetarankError, unanswered: 'stop' | 'wrong'): string {
  const isOneItem = (details as { item?: string }).item !== undefined && unanswered !== 'wrong';
  return isOneItem
    ? `${message}\n-T unanswered=wrong counts an item without an answer as wrong, in a new run. With --reuse the replies kept so far cost nothing.`
    : message;
}

function exitCodeOf({ complete, unconverged }: LiveResult, isInterrupted: boolean): number {
  if (isInterrupted) return INTERRUPTED;
  if (!complete) return BUDGET_SPENT;
  return unconverged.length > 0 ? NOT_CONVERGED : 0;
}
