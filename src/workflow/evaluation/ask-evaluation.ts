import { type Asks, neededCalls } from '../../evaluation/call-plan.ts';
import type { Clock } from '../../examinee/services.ts';
import { FirstAnswers } from '../../run/first-answers.ts';
import type { RunBudgets, Taken } from '../../run/run-budgets.ts';
import { runCalls } from '../../run/run-calls.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { type EndpointChange, ServedModels } from '../../run/served-models.ts';
import type { Store } from '../../store/store.ts';
import { type ReusedAnswers, reusedAnswers } from '../asking/reused-answers.ts';
import type { StopSignals } from '../asking/stop-signals.ts';
import { callSources } from '../synthesis/call-sources.ts';
import type { SynthesisTally } from '../synthesis/synthesis-tally.ts';
import { NO_WATCH, type SynthesisWatch } from '../synthesis/synthesis-watch.ts';
import type { EvaluationJob } from './evaluation-job.ts';
import type { EvaluationResult } from './evaluation-result.ts';
import { evaluationTally } from './evaluation-tally.ts';

/** Calls without an answer that are named of each model. */
const MOST_NAMED = 3;

/** How the missing calls of an evaluation are asked. */
export interface AskEvaluationOptions {
  /** What is asked in this round; by default what the job says. */
  readonly asks?: Asks;
  /** Shared by all rounds of a session, and closed by whoever opened them. */
  readonly budgets: RunBudgets;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  readonly interrupts: StopSignals;
  readonly watch?: SynthesisWatch;
  /** Prefix of progress lines, where rounds follow one another. */
  readonly title?: string;
  readonly clock: Clock;
}

/** What came of a round. Calls are missing where `kept` of the job lacks them. */
export interface EvaluationAsked {
  /** By model and judge, as `judgeQueue` calls the latter. */
  readonly outcomes: readonly ModelOutcome[];
  /** Calls of this round: answered, those of them with kept replies, and without an answer after all retries. */
  readonly sums: Pick<EvaluationResult, 'asked' | 'cached' | 'failed' | 'tooLong' | 'unanswered'>;
  readonly tally: SynthesisTally;
  /** Of the run. */
  readonly taken: Taken;
  readonly isInterrupted: boolean;
  /** Answers of the run with replies of earlier runs; null if there are none. */
  readonly reused: ReusedAnswers | null;
  /** Where an endpoint reported another model than before, in this order. */
  readonly endpointChanges: readonly EndpointChange[];
}

/**
 * Asks what is missing of a run, and keeps it: answers, and their judgements as soon as these can be asked. Called again with other
 * `asks`, it asks the next round of the same run.
 * @param run claimed by this process
 * @throws as `runCalls`
 */
export async function askEvaluation(
  store: Store,
  job: EvaluationJob,
  run: number,
  { asks, budgets, concurrency, interrupts, watch = NO_WATCH, title, clock }: AskEvaluationOptions,
): Promise<EvaluationAsked> {
  const { bank, calls, kept, plan, models } = job;
  const { stop, abort } = interrupts;
  const needed =
    asks === undefined ? job.needed : neededCalls(plan, bank.graded, asks, bank.comparable);
  const tally = evaluationTally({ plan, kept, bank, needed, models });
  // An extended run is unfinished until all new calls are kept.
  if (tally.calls().missing > 0) await store.reopenRun(run);
  const progress = watch({
    run,
    database: store.location,
    participants: models.map(({ name }) => ({ generator: name, critic: null })),
    items: bank.ids.length,
    tally,
    title,
    doing: 'evaluating',
    retries: job.retries,
    isStopping: () => stop.aborted || budgets.late.aborted,
  });
  const queueOf = new Map(calls.map(({ id, model }) => [id, model]));
  const served = new ServedModels((change) => progress.changed(change));
  served.resume(await store.origins(run), (examinee) => queueOf.get(examinee) ?? examinee);
  const first = new Map(calls.map(({ model }) => [model, new FirstAnswers()]));
  const sums = { asked: 0, cached: 0, failed: 0, tooLong: 0 };
  const long = new Set<string>();
  const unanswered = new Map<string, { readonly item: number; readonly reason: string }[]>();
  const onAnswer = (call: number, item: number, answer: RunAnswer) => {
    const { model } = calls[call];
    sums.asked++;
    if (answer.cached) sums.cached++;
    served.note(model, answer);
    tally.count(call, item);
    progress.answered(answer);
    const own = first.get(model)!;
    const pattern = own.note(answer);
    if (pattern !== null) progress.doubted?.(model, pattern, own.example);
  };
  try {
    const outcomes = await runCalls(
      { calls, items: bank.ids.length, needed },
      {
        ...{ store, run, kept, budgets, concurrency, stop, abort, onAnswer },
        ...callSources(store, { bank, calls, kept, needed }, run),
        now: () => new Date(clock.now()).toISOString(),
        onFailure(call, item, { details, message }) {
          const { model } = calls[call];
          const own = unanswered.get(model) ?? [];
          unanswered.set(model, own);
          own.push({ item, reason: String(details.reason ?? message) });
          if (details.isTooLong === true) sums.tooLong = long.add(`${model} ${item}`).size;
          else sums.failed++;
          progress.failed();
        },
      },
    );
    return {
      ...{ outcomes, tally },
      sums: {
        ...sums,
        ...(unanswered.size === 0
          ? {}
          : {
              unanswered: [...unanswered].map(([model, own]) => ({
                model,
                calls: own.length,
                first: own
                  .sort((x, y) => x.item - y.item)
                  .slice(0, MOST_NAMED)
                  .map(({ item, reason }) => ({ item: bank.ids[item], reason })),
              })),
            }),
      },
      taken: budgets.taken,
      isInterrupted: stop.aborted,
      reused: reusedAnswers(await store.origins(run)),
      endpointChanges: served.changes,
    };
  } finally {
    progress.stop();
  }
}
