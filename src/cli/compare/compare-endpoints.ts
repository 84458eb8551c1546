import { fail } from '../../errors.ts';
import { plural } from '../../numbers.ts';
import { estimateLine } from '../../operations/asking/estimate-text.ts';
import { liveHint } from '../../operations/asking/live-hint.ts';
import { LONGER, patternHints } from '../../operations/asking/pattern-hints.ts';
import { reuseLine } from '../../operations/asking/reuse-text.ts';
import { taskSettings } from '../../operations/asking/task-args.ts';
import { BUDGET_SPENT, INTERRUPTED } from '../../operations/exit-codes.ts';
import { plainText } from '../../plain-text.ts';
import type { SaidMost } from '../../report/said-text.ts';
import { hasAbsent } from '../../scoring/absent.ts';
import type { Store } from '../../store/store.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import { saidMost } from '../../workflow/asking/said-most.ts';
import { bankToResume } from '../../workflow/compare/bank-to-resume.ts';
import { compareLive } from '../../workflow/compare/compare-live.ts';
import {
  type ComparisonResult,
  requireSample,
  resultOf,
} from '../../workflow/compare/comparison-result.ts';
import {
  type ComparedWord,
  distinctNames,
  recordedAnswers,
  runAnswers,
} from '../../workflow/compare/find-compared.ts';
import { prepareJob } from '../../workflow/live/live-job.ts';
import { requirePrices } from '../../workflow/live/require-prices.ts';
import { DEFAULT_LAG, defaultItems } from '../../workflow/live/test-defaults.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { noteLaterModels } from '../asking/later-models.ts';
import { dollars, readModels } from '../live/live-options.ts';
import { liveProgress } from '../live/live-progress.ts';
import { databaseArgument, readStore } from '../options/database-option.ts';
import { noteAlike } from '../output/alike-note.ts';
import { printNote } from '../output/typed-commands.ts';
import type { CompareOptions } from './compare.ts';
import { preparedComparison, printPlan, rulesOf } from './compare-known.ts';
import { reportComparison } from './report-comparison.ts';

/** Compares models of which at least one answers now. */
export async function compareEndpoints(
  words: readonly ComparedWord[],
  options: CompareOptions,
): Promise<void> {
  const { bank: name } = options;
  if (name === undefined || options.responses !== undefined)
    return fail('OPTIONS_CONFLICT', {
      options: 'NAME@ADDRESS',
      reason: 'needs a bank with question text; add --bank, such as --bank mmlu-pro.',
    });
  const texts = words.flatMap(({ kind, text }) => (kind === 'endpoint' ? [text] : []));
  const { models, wordsOf } = readModels({ ...options, lag: DEFAULT_LAG, model: texts });
  const feedback = endpointFeedback(wordsOf);
  const caller = flagCaller(feedback, wordsOf);
  const budget = options.budget === undefined ? null : dollars(options.budget);
  if (budget !== null) requirePrices(models, caller);
  await readStore(options, async (store) => {
    const isPlan = options.plan === true;
    const now = await readLiveBank(store, name, !isPlan);
    const known = await knownModels(store, words, now.recorded);
    noteAlike(now.recorded.responses.examinees);
    const endpoints = [...models];
    const compared = distinctNames(
      known.map(
        (own) =>
          own ?? {
            name: endpoints.shift()!.name,
            answers: null,
            source: 'endpoint',
            absent: null,
            isStandIn: false,
          },
      ),
    );
    const sources = compared.map(({ name: own, source }) => `${own} (${source})`);
    const live =
      options.resume === true
        ? bankToResume(now, await store.runs(), {
            with: sources,
            seed: options.seed,
            items: options.items,
          })
        : now;
    noteLaterModels(now, live, 'the comparison');
    const { recorded: bank, families } = live;
    // A plan needs no text, so it may be made before text is attached.
    const hasText = live.hashes.some((hash) => hash !== null);
    const prepared = preparedComparison(
      {
        bank,
        families,
        models: compared.map((model) => ({ ...model, isAsked: model.answers === null })),
        leaveOut: options.leaveOut,
        isAskable: (j) => (isPlan && !hasText) || live.hashes[j] !== null,
        kinship: options.kinship,
        seed: `${options.seed}`,
      },
      options,
    );
    const names = compared.map(({ name: own }) => own);
    const { size } = prepared.test;
    const recordedNames = compared.flatMap(({ name: own, answers }) =>
      answers === null ? [] : [own],
    );
    const call = { words, options };
    if (isPlan) return printPlan(prepared, names, recordedNames, bank, call);
    const items = Math.min(size, options.items ?? defaultItems(size));
    const rules = rulesOf(options, items);
    requireSample(prepared, compared, bank, rules);
    const { modelArg: _, taskArg, ...rest } = options;
    const settings = { ...taskSettings(taskArg), tooLong: 'wrong' };
    const job = await prepareJob(
      {
        ...rest,
        ...settings,
        lag: DEFAULT_LAG,
        strategy: 'random',
        items,
        defaultItems,
        caller,
        comparison: {
          with: sources,
          kinship: options.kinship,
          leaveOut: [...options.leaveOut].sort(),
          ...(rules.stopsEarly ? { rules } : {}),
        },
      },
      store,
      live,
      models,
      budget,
    );
    if (job.reusable !== null) printNote(reuseLine(job.reusable, Date.now()));
    const left =
      budget === null
        ? null
        : { limit: budget, left: budget - (job.before?.cost ?? 0), items: job.left };
    printNote(
      `${plural(models.length, 'model')} to ask on ${name}, ${items} items each: ${estimateLine(job.expected, left)}`,
    );
    const hint = liveHint(job);
    if (hint !== null) printNote(hint);
    const isDryRun = options.dryRun === true;
    if (isDryRun && options.json === true)
      console.log(JSON.stringify({ ...job.expected, budget, reusable: job.reusable }, null, 2));
    const mustList = options.unlisted === true ? undefined : 'NAME@ADDRESS';
    await checkEndpoints(models, { wordsOf, mustList, isDryRun });
    if (isDryRun) return;
    const asked = compared.flatMap(({ answers }, place) => (answers === null ? [place] : []));
    await compareLive(
      store,
      job,
      {
        prepared,
        names,
        asked,
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
        async report({ result, silent, outcomes, isInterrupted, run }) {
          if (result === null) printNote(nothingCompared(run, silent));
          else await reportComparison(result, call, await saidOf(result, store, run));
          const failed = outcomes.find(({ error }) => error !== null);
          if (failed !== undefined) {
            printNote(`error: ${failed.error!.message}`);
            process.exitCode = failed.error!.exitCode;
          } else if (isInterrupted) process.exitCode = INTERRUPTED;
          else if (outcomes.some(({ stopped }) => stopped !== null))
            process.exitCode = BUDGET_SPENT;
        },
      },
      {
        concurrency: options.concurrency,
        unanswered: settings.unanswered,
        interrupts,
        watch: (tests, run) =>
          liveProgress(
            tests,
            feedback,
            patternHints(run, databaseArgument(store.location), LONGER),
          ),
      },
    );
  }).finally(feedback.stop);
}

/** What the models said most often whose answers are unusual, or not there. */
function saidOf({ models }: ComparisonResult, store: Store, run: number): Promise<SaidMost[]> {
  const unusual = new Set(
    models.flatMap(({ name, patterns = [], ...counts }) =>
      patterns.length > 0 || hasAbsent({ unread: 0, truncated: 0, refused: 0, ...counts })
        ? [name]
        : [],
    ),
  );
  if (unusual.size === 0) return Promise.resolve([]);
  return saidMost(store, run, (model) => (unusual.has(model) ? model : null));
}

/** Why there is no result yet, and what to do. @param silent models without an answer */
function nothingCompared(run: number, silent: readonly string[]): string {
  const missing =
    silent.length === 0
      ? 'no item has been answered by all models yet'
      : `${silent.map(plainText).join(', ')} ${silent.length === 1 ? 'has' : 'have'} not answered any item yet`;
  return `Nothing to compare: ${missing}. Run ${run} keeps the other answers; to continue it, repeat the command with --resume.`;
}

/** The answers of models that are recorded or of kept runs; null of those that are asked. */
async function knownModels(
  store: Store,
  words: readonly ComparedWord[],
  bank: Parameters<typeof recordedAnswers>[0],
) {
  const models: (Awaited<ReturnType<typeof runAnswers>> | null)[] = [];
  for (const word of words)
    models.push(
      word.kind === 'endpoint'
        ? null
        : word.kind === 'run'
          ? await runAnswers(store, bank, word)
          : recordedAnswers(bank, word.text),
    );
  return models;
}
