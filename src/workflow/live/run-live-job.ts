import { taxonomyWords } from '../../../item-bank/taxonomies/tag-words.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { type LiveRequest, type LiveTests, prepareLive } from '../../ranking/live/prepare-live.ts';
import { Budget } from '../../run/budget.ts';
import { FirstAnswers } from '../../run/first-answers.ts';
import { mostCost } from '../../run/most-cost.ts';
import { type ModelOutcome, runModels } from '../../run/run-models.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { type EndpointChange, ServedModels } from '../../run/served-models.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import { STAND_IN_FINGERPRINT } from '../../stand-in/fingerprint.ts';
import type { Store } from '../../store/store.ts';
import { keyChoices } from '../../tested-bank/key-choices.ts';
import { itemOf } from '../../tested-bank/live-bank.ts';
import { type ReusedAnswers, reusedAnswers } from '../asking/reused-answers.ts';
import { type Interrupts, signalsOf } from '../asking/stop-signals.ts';
import { type LiveJob, readKnown } from './live-job.ts';
import { type AnswerFacts, type LiveResult, liveModels } from './live-result.ts';

/** How the models of a ranking are asked, with progress callbacks. */
export interface RunLiveOptions {
  /** Items of one model in flight at most. */
  readonly concurrency: number;
  /** What a question counts as that gets no answer after all retries. */
  readonly unanswered: 'stop' | 'wrong';
  /** How letters are read, as the result says it. */
  readonly mode: string;
  /** The scores that places are of. */
  readonly target: ScoreTarget;
  /** Prepares the tests; `prepareLive` by default. */
  readonly prepare?: (request: LiveRequest) => LiveTests;
  /** What ends asking; made when it begins, and let go when it has ended. */
  readonly interrupts?: () => Interrupts;
  /** Begins to tell of the answers of a run, when asking begins. */
  readonly watch?: (tests: LiveTests['tests'], run: number) => LiveWatch;
  /** Called with the result while this process still holds the run. */
  readonly report?: (ranking: LiveRanking) => Promise<void>;
}

/** Called with the answers. */
export interface LiveWatch {
  /** An answer of the `m`-th model is kept. */
  answered(m: number, cost: number, answer: RunAnswer): void;
  /** An endpoint reports another model than before. */
  changed(change: EndpointChange): void;
  /** The first answers of the `m`-th model all have one fault; called once per model, with one of the outputs. */
  doubted(m: number, pattern: AnswerPattern, example: string): void;
  stop(): void;
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

const NO_WATCH: LiveWatch = { answered() {}, changed() {}, doubted() {}, stop() {} };

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
  const { prepare = prepareLive, report } = options;
  // A new run is created after the long computations; a continued one is claimed before.
  const early = before === null ? prepare(request) : null;
  const plan = early?.pretest ?? null;
  const run =
    before?.id ??
    (await store.createRun(
      // What was known of pretest items is kept, because a continued test must know the same. It does not tell runs apart.
      plan === null ? configuration : { ...configuration, pretestPlan: plan },
      hash,
      new Date().toISOString(),
    ));
  const release = await store.claimRun(run);
  job.replies.begin(run);
  try {
    // Read again, because the previous holder of the run may have kept more.
    const known = before === null ? job.known : await readKnown(store, run, request.models);
    const ranking = await askModels(
      store,
      { ...job, known },
      run,
      early ?? prepare(request),
      options,
    );
    await report?.(ranking);
    return ranking;
  } finally {
    await release();
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
  const { request, models, examinees, askOf, known } = job;
  const { bank } = request;
  const pretest = prepared.pretest?.items.map(({ item }) => item) ?? [];
  const ids = [...bank.responses.items, ...pretest];
  const now = () => new Date().toISOString();
  const money = new Budget(job.budget ?? Number.POSITIVE_INFINITY);
  // Without texts: those of a long run would not fit into memory, and the store has them.
  const answers = new Map<string, AnswerFacts[]>(models.map(({ name }) => [name, []]));
  for (const own of known.values()) for (const { cost } of own.values()) money.add(cost);
  money.add((await store.charged(run)).dollars);
  const { stop, abort, restore } = options.interrupts?.() ?? signalsOf();
  const watch = options.watch?.(prepared.tests, run) ?? NO_WATCH;
  const served = new ServedModels((change) => watch.changed(change));
  served.resume(await store.origins(run), (name) => name);
  const position = new Map(models.map(({ name }, m) => [name, m]));
  const first = models.map(() => new FirstAnswers());
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
        onAnswer(whole, isNew) {
          if (isNew) served.note(whole.examinee, whole);
          const { output: _, thinking: __, ...answer } = whole;
          answers.get(answer.examinee)!.push(answer);
          const m = position.get(answer.examinee)!;
          watch.answered(m, answer.cost, whole);
          const pattern = first[m].note(whole);
          if (pattern !== null) watch.doubted(m, pattern, first[m].example);
        },
      },
    );
  } finally {
    watch.stop();
    restore();
  }
  const retries = new Map(examinees.map(({ name, counts }) => [name, counts.retries]));
  const asked = [...answers.values()].flat().map(({ item }) => item);
  const choices = await keyChoices(store, bank.name, asked);
  const scored = liveModels(prepared, options.target, outcomes, answers, retries, choices);
  const result = resultOf(job, run, store.location, prepared, options, {
    scored,
    outcomes,
    prompts: [...new Set([...answers.values()].flat().map(({ prompt }) => prompt))].sort(),
    cost: money.spent,
    reused: reusedAnswers(await store.origins(run)),
    endpointChanges: served.changes,
    standIns: served.reporting('system_fingerprint', STAND_IN_FINGERPRINT),
  });
  for (const model of scored) await store.putSession(run, model.model, model);
  if (result.complete) await store.finishRun(run, result, now());
  return { result, outcomes, isInterrupted: stop.aborted };
}

/** The result of asking. */
interface AskedModels {
  readonly scored: LiveResult['models'];
  readonly outcomes: readonly ModelOutcome[];
  readonly prompts: readonly string[];
  readonly cost: number;
  readonly reused: ReusedAnswers | null;
  readonly endpointChanges: readonly EndpointChange[];
  readonly standIns: readonly string[];
}

function resultOf(
  { live, request, models, used, metric }: LiveJob,
  run: number,
  database: string,
  prepared: LiveTests,
  { target, mode }: RunLiveOptions,
  { scored, outcomes, prompts, cost, reused, endpointChanges, standIns }: AskedModels,
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
    standIns,
    cost,
  };
}
