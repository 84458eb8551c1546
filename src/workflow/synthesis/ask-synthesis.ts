import { speakerOfCall } from '../../../calibration/synthesize/read-call-id.ts';
import type { Clock } from '../../examinee/services.ts';
import type { QueueWorkers } from '../../queue/queue-workers.ts';
import { FirstAnswers } from '../../run/first-answers.ts';
import { type BudgetLimits, RunBudgets, type Taken } from '../../run/run-budgets.ts';
import { runCalls } from '../../run/run-calls.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { type EndpointChange, ServedModels } from '../../run/served-models.ts';
import type { Store } from '../../store/store.ts';
import { type ReusedAnswers, reusedAnswers } from '../asking/reused-answers.ts';
import type { StopSignals } from '../asking/stop-signals.ts';
import { callSources } from './call-sources.ts';
import { type BudgetUse, budgetUse } from './synthesis-budgets.ts';
import { readKept, type SynthesisJob } from './synthesis-job.ts';
import { type SynthesisTally, tallyOf } from './synthesis-tally.ts';
import { NO_WATCH, type SynthesisWatch } from './synthesis-watch.ts';
import { askOnWorkers } from './workers/ask-on-workers.ts';

/** Dollars of rounding in sums. */
const ROUNDING = 1e-9;

/** How the missing calls of a synthesis are asked. */
export interface AskSynthesisOptions {
  readonly limits: BudgetLimits;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  /** The interrupts, shared by consecutive syntheses. */
  readonly interrupts: StopSignals;
  /** Who asks, in place of this process. */
  readonly workers?: QueueWorkers | null;
  /** Callbacks for the progress; none by default. */
  readonly watch?: SynthesisWatch;
  /** Prefix of progress lines, if several syntheses follow one another. */
  readonly title?: string;
  readonly clock: Clock;
}

/** The result of asking. Calls are missing if `kept` of the job lacks them. */
export interface SynthesisAsked {
  readonly outcomes: readonly ModelOutcome[];
  /** Calls of this session: answered, those of them with kept replies, and without an answer after all retries. */
  readonly sums: { readonly asked: number; readonly cached: number; readonly failed: number };
  /** Of the run. */
  readonly taken: Taken;
  /** Dollars of the run, and of this session. */
  readonly cost: number;
  readonly sessionCost: number;
  /** The part of `sessionCost` without an answer: possible charges for failed requests. */
  readonly lostCost: number;
  readonly sessionTokens: number;
  readonly tally: SynthesisTally;
  /** The state of each budget. */
  readonly budgets: readonly BudgetUse[];
  readonly isInterrupted: boolean;
  /** Answers of the run with replies of earlier runs; null if there are none. */
  readonly reused: ReusedAnswers | null;
  /** Where an endpoint reported another model than before, in this order. */
  readonly endpointChanges: readonly EndpointChange[];
}

/**
 * Asks the missing calls of a run, and keeps the answers.
 * @param run claimed by this process
 * @throws as `runCalls`
 */
export async function askSynthesis(
  store: Store,
  job: SynthesisJob,
  run: number,
  {
    limits,
    concurrency,
    workers = null,
    interrupts: { stop, abort },
    watch = NO_WATCH,
    title,
    clock,
  }: AskSynthesisOptions,
): Promise<SynthesisAsked> {
  const { bank, design, calls, kept, needed } = job;
  // A worker that still ends a call of the previous holder would keep the cost of its replies itself.
  if (workers === null) await store.chargeReplies(run, new Date(clock.now()).toISOString());
  // The previous holder may have kept more before this process claimed the run.
  const before = await readKept(store, run, job);
  const budgets = new RunBudgets(limits, before, clock);
  const tally = tallyOf(job);
  let retries: Readonly<Record<string, number>> = {};
  // An extended run is unfinished until all new calls are kept.
  if (tally.calls().missing > 0) await store.reopenRun(run);
  const progress = watch({
    run,
    database: store.location,
    participants: job.plan.participants,
    items: bank.ids.length,
    tally,
    title,
    retries: () => sumOf(job.retries(), retries),
    isStopping: () => stop.aborted || budgets.late.aborted,
  });
  const served = new ServedModels((change) => progress.changed(change));
  served.resume(await store.origins(run), (examinee) => speakerOfCall(examinee).model);
  const first = new Map(calls.map(({ model }) => [model, new FirstAnswers()]));
  const sums = { asked: 0, cached: 0, failed: 0 };
  let answered = 0;
  try {
    const onAnswer = (call: number, item: number, answer: RunAnswer) => {
      sums.asked++;
      served.note(calls[call].model, answer);
      if (answer.cached) sums.cached++;
      answered += answer.cost;
      tally.count(call, item);
      progress.answered(answer);
      const { model, before: seen } = calls[call];
      // Criticisms need not have an answer.
      const own = first.get(model)!;
      const pattern = seen.length > 0 ? null : own.note(answer);
      if (pattern !== null) progress.doubted?.(model, pattern, own.example);
    };
    const onFailure = () => {
      sums.failed++;
      progress.failed();
    };
    const outcomes = await (workers === null
      ? runCalls(
          { calls, items: design.items, needed },
          {
            store,
            run,
            kept,
            budgets,
            concurrency,
            stop,
            abort,
            now: () => new Date(clock.now()).toISOString(),
            ...callSources(store, job, run),
            onAnswer,
            onFailure,
          },
        )
      : askOnWorkers(store, job, run, {
          ...{ workers, limits, budgets, before, concurrency, stop, abort, onAnswer, onFailure },
          onRetries: (more) => {
            retries = sumOf(retries, more);
          },
        }));
    const sessionCost = budgets.taken.dollars - before.dollars;
    const lostCost = sessionCost - answered;
    return {
      outcomes,
      sums,
      tally,
      reused: reusedAnswers(await store.origins(run)),
      endpointChanges: served.changes,
      cost: budgets.taken.dollars,
      taken: budgets.taken,
      sessionCost,
      lostCost: lostCost < ROUNDING ? 0 : lostCost,
      sessionTokens: budgets.taken.tokens - before.tokens,
      budgets: budgetUse(limits, budgets),
      isInterrupted: stop.aborted,
    };
  } finally {
    budgets.close();
    progress.stop();
  }
}

/** Sums by reason. */
function sumOf(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const sums = { ...one };
  for (const [reason, times] of Object.entries(other)) sums[reason] = (sums[reason] ?? 0) + times;
  return sums;
}
