import { taxonomyWords } from '../../../item-bank/taxonomies/tag-words.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { STAND_IN_FINGERPRINT } from '../../examinee/stand-in-fingerprint.ts';
import { type LiveRequest, type LiveTests, prepareLive } from '../../ranking/live/prepare-live.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import type { EndpointChange } from '../../run/served-models.ts';
import type { Store } from '../../store/store.ts';
import { keyChoices } from '../../tested-bank/key-choices.ts';
import { span } from '../../tracing/span.ts';
import { type ReusedAnswers, reusedAnswers } from '../asking/reused-answers.ts';
import { type AskTestsOptions, askTests } from './ask-tests.ts';
import { type LiveJob, readKnown } from './live-job.ts';
import { type LiveResult, liveModels } from './live-result.ts';
import { testedDoubts } from './tested-doubts.ts';

/** How the models of a ranking are asked, with progress callbacks. */
export interface RunLiveOptions extends Omit<AskTestsOptions, 'nextRound' | 'pretest'> {
  /** How letters are read, as the result says it. */
  readonly mode: string;
  /** The scores that places are of. */
  readonly target: ScoreTarget;
  /**
   * Whether other processes may begin the same run, and it must not be made twice: the first one makes and claims it, and the others
   * find it claimed.
   */
  readonly isShared?: boolean;
  /**
   * Starts what serves the models, once this process has the run.
   * @returns their endpoints, and how to stop it before the run is released
   */
  readonly serve?: () => Promise<{
    readonly models: readonly EndpointConfiguration[];
    stop(): Promise<void>;
  }>;
  /** Prepares the tests; `prepareLive` by default. */
  readonly prepare?: (request: LiveRequest) => LiveTests;
  /** Called with the result while this process still holds the run. */
  readonly report?: (ranking: LiveRanking) => Promise<void>;
}

/** The result of a ranking. */
export interface LiveRanking {
  /** As the store keeps it: scores, places and costs. */
  readonly result: LiveResult;
  /** One entry per model, in the order they were named: whether its test ended, and the error that stopped it. */
  readonly outcomes: readonly ModelOutcome[];
  /** Whether asking was interrupted. */
  readonly isInterrupted: boolean;
}

/**
 * Runs a ranking to its end: calibrates, asks, and keeps answers, scores and the result.
 * @throws RUN_BUSY if another process has the run
 */
export async function runLiveJob(
  store: Store,
  job: LiveJob,
  options: RunLiveOptions,
): Promise<LiveRanking> {
  const { request, configuration, hash, before } = job;
  const { report, isShared = false } = options;
  const prepare = (live: LiveRequest) =>
    span('calibrate', {}, () => (options.prepare ?? prepareLive)(live));
  // A new run is created after the long computations; one that is continued or shared is claimed before. Only what is known of pretest
  // items must be in a new one from the start.
  const isEarly = before === null && (!isShared || request.pretest != null);
  const early = isEarly ? prepare(request) : null;
  const begin = isShared ? store.lastRunOrNew : store.createRun;
  const plan = early?.pretest ?? null;
  const run =
    before?.id ??
    (await begin(
      // What was known of pretest items is kept, because a continued test must know the same. It does not tell runs apart.
      plan === null ? configuration : { ...configuration, pretestPlan: plan },
      hash,
      new Date().toISOString(),
    ));
  const release = await store.claimRun(run);
  job.replies.begin(run);
  let stop = async () => {};
  try {
    await store.chargeReplies(run, new Date().toISOString());
    let { examinees } = job;
    if (options.serve !== undefined) {
      const servers = await options.serve();
      stop = servers.stop;
      examinees = job.examineesOf(servers.models);
    }
    // Read again, because another holder of the run may have kept more.
    const known =
      before === null && !isShared ? job.known : await readKnown(store, run, request.models);
    const ranking = await askModels(
      store,
      { ...job, known, examinees },
      run,
      early ?? prepare(request),
      options,
    );
    await report?.(ranking);
    return ranking;
  } finally {
    await stop().finally(release);
  }
}

/** Asks and keeps, for a run that is claimed. */
async function askModels(
  store: Store,
  job: LiveJob,
  run: number,
  prepared: LiveTests,
  options: RunLiveOptions,
): Promise<LiveRanking> {
  const { request, examinees } = job;
  const { bank } = request;
  const pretest = prepared.pretest?.items.map(({ item }) => item) ?? [];
  const asked = await span('ask', {}, () =>
    askTests(store, job, run, prepared.tests, { ...options, pretest }),
  );
  const { outcomes, answers, served } = asked;
  const counts = new Map(examinees.map(({ name, counts: own }) => [name, own]));
  const given = [...answers.values()].flat();
  const choices = await keyChoices(
    store,
    bank.name,
    given.map(({ item }) => item),
  );
  const positions = new Map(bank.responses.items.map((item, j) => [item, j]));
  const scored = span('score', {}, () =>
    liveModels(prepared, options.target, outcomes, answers, counts, choices, positions),
  );
  const result = resultOf(job, run, store.location, prepared, options, {
    scored,
    outcomes,
    prompts: [...new Set(given.map(({ prompt }) => prompt))].sort(),
    cost: asked.spent,
    doubts: [
      ...testedDoubts(bank, answers, {
        standIns: served.reporting('system_fingerprint', STAND_IN_FINGERPRINT),
        again: prepared.recordedAs.filter((as) => as !== null),
        // A test chooses harder items after right answers.
        isChosen: true,
      }),
      ...(bank.doubts ?? []),
    ],
    reused: reusedAnswers(await store.origins(run)),
    endpointChanges: served.changes,
  });
  for (const model of scored) await store.putSession(run, model.model, model);
  if (result.complete) await store.finishRun(run, result, new Date().toISOString());
  return { result, outcomes, isInterrupted: asked.isInterrupted };
}

/** The result of asking. */
interface AskedModels {
  readonly scored: LiveResult['models'];
  readonly outcomes: readonly ModelOutcome[];
  readonly prompts: readonly string[];
  readonly cost: number;
  readonly reused: ReusedAnswers | null;
  readonly endpointChanges: readonly EndpointChange[];
  readonly doubts: LiveResult['doubts'];
}

function resultOf(
  { live, request, models, used, metric }: LiveJob,
  run: number,
  database: string,
  prepared: LiveTests,
  { target, mode }: RunLiveOptions,
  { scored, outcomes, prompts, cost, reused, endpointChanges, doubts }: AskedModels,
): LiveResult {
  const { bank } = request;
  const tagWords = taxonomyWords(bank);
  return {
    version: 1,
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    bankItems: bank.responses.items.length,
    target,
    ...(prepared.pretest === null
      ? {}
      : {
          pretest: {
            perTest: prepared.pretest.count,
            items: prepared.pretest.items.map(({ item }) => item),
          },
        }),
    askable: live.hashes.filter((_, j) => request.isAskable?.(j) ?? true).length,
    strategy: request.strategy,
    items: request.items,
    growTo: request.growTo ?? null,
    lag: request.lag,
    seed: request.seed,
    prompts,
    mode,
    ...(metric === null ? {} : { metric }),
    run,
    database,
    complete: outcomes.every(({ stopped }) => stopped === null),
    models: scored,
    ...(tagWords === null ? {} : { tagWords }),
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
    ...(prepared.graded !== undefined && { graded: prepared.graded }),
    ...(request.costs === undefined
      ? {}
      : {
          costs: {
            wholeBank: request.costs.dollars.reduce((sum, cost) => sum + cost, 0),
            most: request.costs.most ?? null,
          },
        }),
    calibration: used,
    reused,
    endpointChanges,
    doubts,
    cost,
  };
}
