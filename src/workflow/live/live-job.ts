import type { Item } from '../../../item-bank/items/item.ts';
import { type ItemCosts, mostItems } from '../../cat/robust/item-costs.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { endpointGates } from '../../examinee/gate/endpoint-gates.ts';
import { type EndpointExaminee, openAiExaminee } from '../../examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { readDollars } from '../../files/items/read-costs.ts';
import { readJudges } from '../../files/judges/read-judges.ts';
import { money2 } from '../../numbers.ts';
import { checkGrowth } from '../../ranking/check-growth.ts';
import { modelNames } from '../../ranking/live/live-calibration.ts';
import { LIVE_STRATEGIES, type LiveRequest, liveSteps } from '../../ranking/live/prepare-live.ts';
import type { AskOptions } from '../../run/ask-item.ts';
import { configurationHash } from '../../run/configuration-hash.ts';
import { mostCost } from '../../run/most-cost.ts';
import type { RunAnswer, RunSummary } from '../../run/run-record.ts';
import { RunReplies, replySourceOf } from '../../run/run-replies.ts';
import type { LikelihoodMetric } from '../../scoring/likelihood/metrics.ts';
import type { Store } from '../../store/store.ts';
import { askOptions, metricOf } from '../../tested-bank/ask-options.ts';
import type { CalibratedBank, UsedCalibration } from '../../tested-bank/calibrated-bank.ts';
import { requireEmbeddings } from '../../tested-bank/embeddings.ts';
import { requireGradedAnswers } from '../../tested-bank/graded-answers.ts';
import { requireJudges } from '../../tested-bank/judges.ts';
import type { LiveBank, PretestBank } from '../../tested-bank/live-bank.ts';
import { pretestSource } from '../../tested-bank/pretest-source.ts';
import { requirePrograms } from '../../tested-bank/score-programs.ts';
import { type Caller, LIBRARY } from '../asking/caller.ts';
import { embedderOf } from '../asking/embedder.ts';
import { judgePanel } from '../asking/judge-panel.ts';
import { oneOf } from '../asking/one-of.ts';
import { readPool } from '../asking/read-pool.ts';
import { refuseOtherRun } from '../asking/refuse-other-run.ts';
import type { ReusableReplies } from '../asking/reusable-replies.ts';
import { likelihoodItems } from './likelihood-items.ts';
import { askSettings, runConfiguration } from './live-configuration.ts';
import { type Estimate, estimate } from './live-estimate.ts';
import type { LiveSettings } from './live-settings.ts';
import { pretestOfRun } from './pretest-of-run.ts';
import { reusableForTests } from './reusable-for-tests.ts';

/** The options that determine models and items. */
export interface LiveJobOptions extends LiveSettings {
  /** Asked of each model. */
  readonly items?: number;
  /** The most items of a robust test that has an alarm or a wide interval after `items`; none grows by default. */
  readonly growTo?: number;
  readonly strategy: string;
  readonly seed: number;
  readonly includeFlagged?: boolean;
  /** Of a comparison: how it draws items; it makes the run another than a test with the same options. */
  readonly comparison?: Readonly<Record<string, unknown>>;
  /** Whether `watch` tests a checkpoint; the run says so, because checkpoints of one training are nearly one model many times. */
  readonly watch?: boolean;
  /** Items a model is asked by default, by the size of the bank. */
  readonly defaultItems: (size: number) => number;
  /** The library by default. */
  readonly caller?: Caller;
}

/** Number of items sampled for the length of prompts. */
const SAMPLE = 50;

/** The answers of a run by model and item, without texts; empty if `run` is null. */
export async function readKnown(
  store: Store,
  run: number | null,
  models: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, RunAnswer>>> {
  const known = new Map<string, Map<string, RunAnswer>>(models.map((name) => [name, new Map()]));
  if (run !== null)
    for await (const answer of store.answers(run, { texts: false }))
      known.get(answer.examinee)?.set(answer.item, answer);
  return known;
}

/** A ranking that is ready to begin. */
export interface LiveJob {
  readonly live: LiveBank;
  readonly request: LiveRequest;
  /** The calibration that was kept; null if the recorded models are calibrated on. */
  readonly used: UsedCalibration | null;
  readonly models: readonly EndpointConfiguration[];
  readonly examinees: readonly EndpointExaminee[];
  /** The same behind other endpoints, such as servers that start later; their names are those of the job. */
  readonly examineesOf: (models: readonly EndpointConfiguration[]) => readonly EndpointExaminee[];
  readonly askOf: (item: Item) => AskOptions;
  readonly budget: number | null;
  readonly configuration: ReturnType<typeof runConfiguration>;
  readonly hash: string;
  /** The run to continue; null for a new one. */
  readonly before: RunSummary | null;
  readonly known: ReadonlyMap<string, ReadonlyMap<string, RunAnswer>>;
  /** The replies that the examinees use; told of the run as soon as it has a number. */
  readonly replies: RunReplies;
  /** What earlier runs have of the replies; null where they are not to be used. */
  readonly reusable: ReusableReplies | null;
  /** Items that each model is still to be asked, at most. */
  readonly left: readonly number[];
  /** What it will take. */
  readonly expected: Estimate;
  /** What log-likelihoods count as; null if answers are written. */
  readonly metric: LikelihoodMetric | null;
  /** Items that are not asked because log-likelihoods do not score their type. */
  readonly otherTypes: number;
  /** Whether it is to continue a run, if there is one. */
  readonly isResumed: boolean;
  /** A run of the same kind that is not finished; undefined if there is none. */
  readonly open: RunSummary | undefined;
}

/** Finds all errors before any cost or long computation. */
export async function prepareJob(
  options: LiveJobOptions,
  store: Store,
  whole: LiveBank,
  models: readonly EndpointConfiguration[],
  budget: number | null,
  calibrated: Pick<CalibratedBank, 'calibration' | 'used'> | null = null,
): Promise<LiveJob> {
  const { hashes, recorded } = whole;
  const { caller = LIBRARY } = options;
  const pool = options.pool === undefined ? null : readPool(options.pool, whole);
  const settings = askSettings(options);
  requireGradedAnswers(recorded.name, recorded.responses, whole.graded);
  const named = options.judges === undefined ? undefined : readJudges(options.judges);
  if (pool === null) {
    requirePrograms(whole, settings.programs);
    requireJudges(whole, named);
    requireEmbeddings(whole, settings.embeddings);
  }
  const { choices, others } = await likelihoodItems(
    settings,
    store,
    recorded.name,
    recorded.responses,
    pool,
  );
  const live = { ...whole, pretest: pretestAmong(whole.pretest, choices) };
  const isOpen = pool === null ? null : new Set(pool);
  const isAskable = (j: number) => {
    const id = recorded.responses.items[j];
    return hashes[j] !== null && (isOpen?.has(id) ?? true) && (choices?.has(id) ?? true);
  };
  const askable = hashes.flatMap((_, j) => (isAskable(j) ? [j] : []));
  const isWhole = askable.length === hashes.length;
  const costs = costsOf(options, live, isAskable);
  const usual = costs?.most === undefined ? options.defaultItems(hashes.length) : mostItems(costs);
  const planned: LiveRequest = {
    bank: recorded,
    families: live.families,
    models: models.map((model) => model.name),
    aliases: models.map(({ name, model }) => modelNames(name, model).slice(1)),
    items: options.items ?? Math.max(1, Math.min(askable.length, usual)),
    growTo: options.growTo,
    costs,
    strategy: oneOf('strategy', options.strategy, LIVE_STRATEGIES),
    lag: options.lag,
    seed: options.seed,
    leaveOut: options.leaveOut,
    isAskable: isWhole ? null : isAskable,
    calibration: calibrated?.calibration ?? null,
    includeFlagged: options.includeFlagged,
  };
  if (planned.items > askable.length)
    fail('TOO_MANY_ITEMS', {
      asked: planned.items,
      available: askable.length,
      where:
        pool === null
          ? `bank ${recorded.name}, counting only ${choices === null ? 'items' : 'single choices'} with text${calibrated === null ? '' : ` and with parameters in calibration ${calibrated.used.number}`},`
          : `${caller.pool} ${options.pool}`,
    });
  checkGrowth(planned.growTo, planned, askable.length, `bank ${recorded.name}`);
  liveSteps(planned);
  const used = calibrated?.used ?? null;
  const pretest = requirePretest(options, planned, live);
  const own = runConfiguration(live, planned, models, options, pool, used, pretest);
  const { comparison, watch } = options;
  const configuration = {
    ...own,
    ...(comparison !== undefined && { comparison }),
    ...(watch === true && { watch }),
  };
  const hash = configurationHash(configuration);
  const same = await store.runs(hash);
  const before = options.resume === true ? (same[0] ?? null) : null;
  if (options.resume === true && before === null)
    refuseOtherRun(configuration, await store.runs(), 'models', caller.resume);
  const kept = before === null ? null : pretestOfRun(before.configuration);
  const request: LiveRequest = {
    ...planned,
    pretest:
      pretest === 0
        ? null
        : {
            count: pretest,
            from: kept ?? (await pretestSource(store, recorded.name, live.pretest as PretestBank)),
          },
  };
  const known = await readKnown(store, before?.id ?? null, request.models);
  const reuses = options.reuse === true;
  const replies = new RunReplies(
    store.replies,
    before === null ? null : replySourceOf(before.id),
    reuses,
  );
  const judges = named === undefined ? undefined : judgePanel(named, replies, options.seed, caller);
  const embedder = embedderOf(settings.embeddings, replies, options.seed, caller);
  const askOf = await askOptions({ ...settings, judges, embedder }, store, recorded.name);
  const reusable = reuses
    ? await reusableForTests(store, {
        bank: recorded.name,
        run: before?.id ?? null,
        models,
        askable: askable.map((j) => recorded.responses.items[j]),
        askOf,
        isKnown: (model, item) => known.get(model)!.has(item),
        items: request.items,
      })
    : null;
  const gateOf = endpointGates(SYSTEM_CLOCK);
  const examineesOf = (own: readonly EndpointConfiguration[]) =>
    own.map((model) =>
      openAiExaminee(model, {
        ...SYSTEM_CLOCK,
        env: process.env,
        seed: `${options.seed}`,
        cache: replies,
        gate: gateOf(model),
        log: () => {},
        words: caller.wordsOf(model.name),
        ...(caller.onNotice && { notice: caller.onNotice }),
        hasAnswered: known.get(model.name)!.size > 0,
        tooLong: settings.tooLong ?? 'missing',
      }),
    );
  const step = Math.max(1, Math.floor(askable.length / SAMPLE));
  const sample: Item[] = [];
  for await (const item of store.items(
    recorded.name,
    askable.filter((_, k) => k % step === 0).map((j) => recorded.responses.items[j]),
  ))
    sample.push(item);
  const asked = request.growTo ?? request.items;
  const longest = costs === undefined ? asked : Math.min(asked, mostItems(costs));
  const most = longest + pretest;
  const left = models.map(({ name }) => Math.max(0, most - known.get(name)!.size));
  const expected = estimate(models, left, sample, askOf, options);
  if (budget !== null) requireBudget(budget, expected, models, sample, askOf, caller);
  const open = same.find(({ finishedAt }) => finishedAt === null);
  return {
    live,
    request,
    models,
    examinees: examineesOf(models),
    examineesOf,
    askOf,
    budget,
    configuration,
    hash,
    before,
    known,
    replies,
    reusable,
    used,
    left,
    expected,
    metric: metricOf(settings),
    otherTypes: others,
    isResumed: options.resume === true,
    open,
  };
}

/** The pretest items per test, checked; 0 for none. @throws OPTION_INVALID, OPTIONS_CONFLICT */
function requirePretest(
  { pretest = 0 }: LiveJobOptions,
  { items, costs }: LiveRequest,
  { recorded, pretest: bank }: LiveBank,
): number {
  if (pretest === 0) return 0;
  const option = 'pretest';
  if (costs !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'pretest, --costs',
      reason: 'a file of costs says nothing of pretest items; leave one of the options out.',
    });
  if (bank === null)
    fail('OPTION_INVALID', {
      option,
      found: `${pretest}, where bank ${recorded.name} has no pretest items`,
      accepted: '0, or a bank into which some were imported (bank import --status pretest)',
    });
  const most = Math.min(items, bank.items.length);
  if (pretest > most)
    fail('OPTION_INVALID', {
      option,
      found: `${pretest}, where a test has ${items} items and the bank ${bank.items.length} pretest items`,
      accepted: `at most ${most}`,
    });
  return pretest;
}

/** The pretest items that the prompt can ask. */
function pretestAmong(
  pretest: PretestBank | null,
  choices: ReadonlySet<string> | null,
): PretestBank | null {
  if (pretest === null || choices === null) return pretest;
  const items = pretest.items.filter(({ id }) => choices.has(id));
  return items.length === 0 ? null : { ...pretest, items };
}

/** What items cost; undefined if no file says it. @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID */
function costsOf(
  { costs, maxCost }: LiveJobOptions,
  { recorded }: LiveBank,
  isAskable: (item: number) => boolean,
): ItemCosts | undefined {
  if (costs === undefined) return undefined;
  return { dollars: readDollars(costs, recorded.responses.items, isAskable), most: maxCost };
}

/** Refuses a budget that is too small for a single answer. @throws OPTION_INVALID */
function requireBudget(
  budget: number,
  { cost }: Estimate,
  models: readonly EndpointConfiguration[],
  sample: readonly Item[],
  askOf: (item: Item) => AskOptions,
  caller: Caller,
): void {
  for (const model of models) {
    const least = Math.min(...sample.map(mostCost(model, askOf)));
    if (least > budget)
      fail('OPTION_INVALID', {
        option: caller.budget,
        found: `${money2(budget)}, where one answer of ${model.name} may cost ${money2(least)}`,
        accepted: `more than that${cost === null ? '' : ` (the whole run takes about ${money2(cost)})`}, or a lower ${caller.wordsOf(model.name).maxTokens}`,
      });
  }
}
