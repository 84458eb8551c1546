import type { Clock } from '../../examinee/services.ts';
import { FirstAnswers } from '../../run/first-answers.ts';
import type { KeptCalls } from '../../run/kept-calls.ts';
import type { RunBudgets, Taken } from '../../run/run-budgets.ts';
import { type CallServices, type CallWork, runCalls } from '../../run/run-calls.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import { type EndpointChange, ServedModels } from '../../run/served-models.ts';
import type { Store } from '../../store/store.ts';
import { NO_WATCH, type ProgressFacts, type SynthesisWatch } from '../synthesis/synthesis-watch.ts';
import { outputsSeen } from './call-sources.ts';
import { type CallTally, callTally, type ScoreRows } from './call-tally.ts';
import { type ReusedAnswers, reusedAnswers } from './reused-answers.ts';
import type { StopSignals } from './stop-signals.ts';

/** The calls of a run: of a synthesis, an evaluation, an annotation or a round of writing. */
export interface PlannedCalls
  extends CallWork,
    Pick<CallServices, 'itemAt' | 'placeOf'>,
    Pick<ProgressFacts, 'participants' | 'doing'> {
  readonly kept: KeptCalls;
  /** The scores that progress shows: a row per participant. */
  readonly scores: ScoreRows;
  /** Whether the first answers of a call tell whether a model can be read; by default they do not. */
  readonly isAnswer?: (call: number) => boolean;
  /** The model of an examinee of the record. */
  readonly modelOf?: (examinee: string) => string;
  readonly retries: ProgressFacts['retries'];
}

/** How the missing calls of a run are asked. */
export interface AskCallsOptions {
  /** Shared by all that is asked in a session, and closed by whoever opened them. */
  readonly budgets: RunBudgets;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  readonly interrupts: StopSignals;
  readonly watch?: SynthesisWatch;
  /** Prefix of progress lines, where several askings follow one another. */
  readonly title?: string | undefined;
  readonly clock: Clock;
  /**
   * Who asks; by default this process.
   * @param onFailed told of calls without an answer where nothing else is known of them
   */
  readonly ask?: (
    work: CallWork,
    services: CallServices,
    onFailed: () => void,
  ) => Promise<ModelOutcome[]>;
}

/** What came of asking. Calls are missing where `kept` lacks them. */
export interface CallsAsked {
  readonly outcomes: readonly ModelOutcome[];
  readonly sums: CallSums;
  /** What is known of calls without an answer, by model. */
  readonly unanswered: ReadonlyMap<string, readonly Unanswered[]>;
  readonly tally: CallTally;
  /** Of the run. */
  readonly taken: Taken;
  readonly isInterrupted: boolean;
  /** Answers of the run with replies of earlier runs; null if there are none. */
  readonly reused: ReusedAnswers | null;
  /** Where an endpoint reported another model than before, in this order. */
  readonly endpointChanges: readonly EndpointChange[];
}

/** Counts of calls. */
export interface CallSums {
  readonly asked: number;
  /** Of these, with kept replies. */
  readonly cached: number;
  /** Without an answer after all retries. */
  readonly failed: number;
  /** Of the answers. */
  readonly dollars: number;
}

/** A call without an answer. */
export interface Unanswered {
  readonly item: number;
  readonly reason: string;
  readonly isTooLong: boolean;
}

/**
 * Asks what is missing of a run, and keeps it. Called again with other calls, it asks the next round of the same run.
 * @param run claimed by this process
 * @throws as `runCalls`
 */
export async function askCalls(
  store: Store,
  planned: PlannedCalls,
  run: number,
  {
    budgets,
    concurrency,
    interrupts: { stop, abort },
    watch = NO_WATCH,
    title,
    clock,
    ask = runCalls,
  }: AskCallsOptions,
): Promise<CallsAsked> {
  const { calls, items, needed, kept, placeOf, itemAt, retries, participants, doing } = planned;
  const tally = callTally(planned, planned.scores);
  // An extended run is unfinished until all new calls are kept.
  if (tally.calls().missing > 0) await store.reopenRun(run);
  const progress = watch({
    ...{ run, database: store.location, participants, items, tally, title, retries },
    ...(doing === undefined ? {} : { doing }),
    isStopping: () => stop.aborted || budgets.late.aborted,
  });
  const queueOf = new Map(calls.map(({ id, model }) => [id, model]));
  const { modelOf = (examinee: string) => queueOf.get(examinee) ?? examinee } = planned;
  const served = new ServedModels((change) => progress.changed(change));
  served.resume(await store.origins(run), modelOf);
  const first = new Map(calls.map(({ model }) => [model, new FirstAnswers()]));
  const sums = { asked: 0, cached: 0, failed: 0, dollars: 0 };
  const unanswered = new Map<string, Unanswered[]>();
  const onFailed = () => {
    sums.failed++;
    progress.failed();
  };
  try {
    const outcomes = await ask(
      { calls, items, needed },
      {
        ...{ store, run, kept, budgets, concurrency, stop, abort, itemAt, placeOf },
        outputsOf: outputsSeen(store, planned, run),
        now: () => new Date(clock.now()).toISOString(),
        onAnswer(call, item, answer) {
          const { model } = calls[call];
          sums.asked++;
          if (answer.cached) sums.cached++;
          sums.dollars += answer.cost;
          served.note(model, answer);
          tally.count(call, item);
          progress.answered(answer);
          if (planned.isAnswer?.(call) !== true) return;
          const own = first.get(model)!;
          const pattern = own.note(answer);
          if (pattern !== null) progress.doubted?.(model, pattern, own.example);
        },
        onFailure(call, item, { details, message }) {
          const { model } = calls[call];
          const own = unanswered.get(model) ?? [];
          unanswered.set(model, own);
          const isTooLong = details.isTooLong === true;
          own.push({ item, reason: String(details.reason ?? message), isTooLong });
          onFailed();
        },
      },
      onFailed,
    );
    return {
      ...{ outcomes, sums, unanswered, tally },
      taken: budgets.taken,
      isInterrupted: stop.aborted,
      reused: reusedAnswers(await store.origins(run)),
      endpointChanges: served.changes,
    };
  } finally {
    progress.stop();
  }
}
