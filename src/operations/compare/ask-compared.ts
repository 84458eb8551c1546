import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { plural } from '../../numbers.ts';
import { present } from '../../present.ts';
import type { Told } from '../../report/document.ts';
import type { SaidMost } from '../../report/said-text.ts';
import { hasAbsent } from '../../scoring/absent.ts';
import type { Store } from '../../store/store.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import type { ReusableReplies } from '../../workflow/asking/reusable-replies.ts';
import { saidMost } from '../../workflow/asking/said-most.ts';
import { bankToResume } from '../../workflow/compare/bank-to-resume.ts';
import { compareLive, type LiveComparison } from '../../workflow/compare/compare-live.ts';
import {
  type ComparisonResult,
  type KnownParty,
  requireSample,
  resultOf,
} from '../../workflow/compare/comparison-result.ts';
import type { ComparisonRules } from '../../workflow/compare/comparison-rules.ts';
import { type ComparedWord, distinctNames } from '../../workflow/compare/find-compared.ts';
import type { Estimate } from '../../workflow/live/live-estimate.ts';
import { type LiveJob, prepareJob } from '../../workflow/live/live-job.ts';
import { requirePrices } from '../../workflow/live/require-prices.ts';
import { DEFAULT_LAG, defaultItems } from '../../workflow/live/test-defaults.ts';
import { USUAL_CONCURRENCY } from '../asking/asking.ts';
import { estimateLine } from '../asking/estimate-text.ts';
import { laterModelsText } from '../asking/later-models.ts';
import { liveHint } from '../asking/live-hint.ts';
import { LONGER } from '../asking/pattern-hints.ts';
import { readModels } from '../asking/read-models.ts';
import { reuseLine } from '../asking/reuse-text.ts';
import { taskSettings } from '../asking/task-args.ts';
import { withAsking } from '../asking/within-budgets.ts';
import type { AskingDoor, Context } from '../operation.ts';
import type { CompareOptions } from './options.ts';
import {
  type CompareOutcome,
  type ComparePlan,
  comparedWords,
  knownAnswers,
  noteAlike,
  ONLY_ASKED,
  plannedComparison,
  preparedComparison,
  rulesOf,
} from './run-compare.ts';

/** What a comparison would ask. */
export interface ComparisonEstimate extends Estimate {
  readonly budget: number | null;
  readonly reusable: ReusableReplies | null;
}

/** All that is known before the first question. */
interface PreparedAsking {
  readonly job: LiveJob;
  readonly prepared: ReturnType<typeof preparedComparison>;
  readonly compared: readonly (KnownParty & { readonly answers: Float64Array | null })[];
  readonly rules: ComparisonRules;
  readonly unanswered: 'stop' | 'wrong';
  readonly bank: Parameters<typeof resultOf>[2];
}

/** `--dry-run` of `compare`. @throws OPTIONS_CONFLICT where no model is asked */
export async function estimateComparison(
  options: CompareOptions,
  context: Context,
): Promise<ComparisonEstimate> {
  const words = comparedWords(options.models);
  if (!words.some(({ kind }) => kind === 'endpoint'))
    fail('OPTIONS_CONFLICT', { options: '--dry-run', reason: ONLY_ASKED });
  return withCompared(words, options, context, async (models, door, store) => {
    const found = await prepareAsking(store, words, models, options, { context, door });
    if ('kind' in found)
      return fail('OPTIONS_CONFLICT', {
        options: 'plan',
        reason: 'asks nothing, so there is nothing to estimate.',
      });
    const { job } = found;
    await door.check(models, { mustList: mustList(options), isDryRun: true });
    return { ...job.expected, budget: options.budget ?? null, reusable: job.reusable };
  });
}

/** Says nothing more: the line with the estimate comes before the endpoints are looked at. */
export function estimateDocument(): Told {
  return {};
}

const mustList = ({ unlisted }: CompareOptions) => (unlisted === true ? undefined : 'NAME@ADDRESS');

/** Compares models of which at least one answers now. */
export function askCompared(
  words: readonly ComparedWord[],
  options: CompareOptions,
  context: Context,
): Promise<CompareOutcome | ComparePlan> {
  return withCompared(words, options, context, async (models, door, store) => {
    const found = await prepareAsking(store, words, models, options, { context, door });
    if ('kind' in found) return found;
    await door.check(models, { mustList: mustList(options), isDryRun: false });
    return ask(store, found, options, { context, door });
  });
}

/** Calls `use` with the models that are asked. */
async function withCompared<T>(
  words: readonly ComparedWord[],
  { modelArg = {}, concurrency = USUAL_CONCURRENCY, ...options }: CompareOptions,
  context: Context,
  use: (models: readonly EndpointConfiguration[], door: AskingDoor, store: Store) => Promise<T>,
): Promise<T> {
  if (options.bank === undefined || options.responses !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'NAME@ADDRESS',
      reason: 'needs a bank with question text; add --bank, such as --bank mmlu-pro.',
    });
  const model = words.flatMap(({ kind, text }) => (kind === 'endpoint' ? [text] : []));
  const { models } = readModels({ model, modelArg, concurrency });
  return withAsking(context, undefined, async ({ door, store }) => {
    if (options.budget !== undefined) requirePrices(models, door.caller);
    return use(models, door, store);
  });
}

interface Doors {
  readonly context: Context;
  readonly door: AskingDoor;
}

async function prepareAsking(
  store: Store,
  words: readonly ComparedWord[],
  models: readonly EndpointConfiguration[],
  options: CompareOptions,
  { context, door }: Doors,
): Promise<PreparedAsking | ComparePlan> {
  const { bank: name = '', plan, seed, kinship, leaveOut, budget = null } = options;
  const now = await readLiveBank(store, name, !plan);
  const known = await knownAnswers(store, words, now.recorded);
  noteAlike(now.recorded, context);
  const endpoints = [...models];
  const compared = distinctNames(
    known.map(
      (own) =>
        own ?? {
          ...{ name: endpoints.shift()!.name, answers: null, source: 'endpoint' },
          ...{ absent: null, isStandIn: false },
        },
    ),
  );
  const sources = compared.map(({ name: own, source }) => `${own} (${source})`);
  const live =
    options.resume === true
      ? bankToResume(now, await store.runs(), { with: sources, seed, items: options.items })
      : now;
  const later = laterModelsText(now, live, 'the comparison');
  if (later !== null) context.note(later);
  const { recorded: bank, families } = live;
  // A plan needs no text, so it may be made before text is attached.
  const hasText = live.hashes.some((hash) => hash !== null);
  const prepared = preparedComparison(
    {
      ...{ bank, families },
      models: compared.map((model) => ({ ...model, isAsked: model.answers === null })),
      isAskable: (j) => (plan && !hasText) || live.hashes[j] !== null,
    },
    options,
    context,
  );
  if (plan) return plannedComparison(prepared, compared, bank, options);
  const { size } = prepared.test;
  const items = Math.min(size, options.items ?? defaultItems(size));
  const rules = rulesOf(options, items);
  requireSample(prepared, compared, bank, rules);
  const settings = { ...taskSettings(options.taskArg), tooLong: 'wrong' as const };
  const job = await prepareJob(
    {
      ...present({ resume: options.resume, reuse: options.reuse }),
      ...{
        ...settings,
        bank: name,
        seed,
        leaveOut,
        concurrency: options.concurrency ?? USUAL_CONCURRENCY,
      },
      ...{ lag: DEFAULT_LAG, strategy: 'random', items, defaultItems, caller: door.caller },
      comparison: {
        with: sources,
        kinship,
        leaveOut: leaveOut.toSorted(),
        ...(rules.stopsEarly ? { rules } : {}),
      },
    },
    store,
    live,
    models,
    budget,
  );
  const left = budget === null ? null : { limit: budget, left: budget - (job.before?.cost ?? 0) };
  const lines = [
    job.reusable === null ? null : reuseLine(job.reusable, Date.now()),
    `${plural(models.length, 'model')} to ask on ${name}, ${items} items each: ${estimateLine(job.expected, left && { ...left, items: job.left })}`,
    liveHint(job),
  ];
  for (const line of lines) if (line !== null) context.note(line);
  const { unanswered } = settings;
  return { job, prepared, compared, rules, unanswered, bank };
}

async function ask(
  store: Store,
  { job, prepared, compared, rules, unanswered, bank }: PreparedAsking,
  options: CompareOptions,
  { context, door }: Doors,
): Promise<CompareOutcome> {
  const ended: { is?: LiveComparison; said?: SaidMost[] } = {};
  await compareLive(
    store,
    job,
    {
      prepared,
      names: compared.map(({ name }) => name),
      asked: compared.flatMap(({ answers }, place) => (answers === null ? [place] : [])),
      rules,
      positions: new Map(bank.responses.items.map((id, j) => [id, j])),
      resultOf: (run, knownOf) =>
        resultOf(
          prepared,
          compared.map((own) => (own.answers === null ? { ...own, ...knownOf(own.name) } : own)),
          bank,
          rules,
          options.seed,
          run,
        ),
      async report(comparison) {
        const { result, run } = comparison;
        ended.is = comparison;
        ended.said = result === null ? [] : await saidOf(result, store, run);
      },
    },
    {
      concurrency: options.concurrency ?? USUAL_CONCURRENCY,
      unanswered,
      interrupts: door.interrupts,
      watch: (tests, run) => door.watch(tests, { run, database: store.location, longer: LONGER }),
    },
  );
  const { result, run, silent, outcomes, isInterrupted } = ended.is!;
  const failed = outcomes.find(({ error }) => error !== null)?.error ?? null;
  if (failed !== null) context.note(`error: ${failed.message}`);
  return {
    kind: 'comparison',
    result,
    said: ended.said!,
    end: {
      ...{ run, silent, isInterrupted },
      exitCode: failed?.exitCode ?? 0,
      isStopped: outcomes.some(({ stopped }) => stopped !== null),
    },
  };
}

/** What the models said most often whose answers are unusual, or not there. */
async function saidOf(
  { models }: ComparisonResult,
  store: Store,
  run: number,
): Promise<SaidMost[]> {
  const unusual = new Set(
    models.flatMap(({ name, patterns = [], ...counts }) =>
      patterns.length > 0 || hasAbsent({ unread: 0, truncated: 0, refused: 0, ...counts })
        ? [name]
        : [],
    ),
  );
  if (unusual.size === 0) return [];
  return saidMost(store, run, (model) => (unusual.has(model) ? model : null));
}
