import { speakerOfCall } from '../../../calibration/synthesize/read-call-id.ts';
import type { QueueWorkers } from '../../queue/queue-workers.ts';
import { type BudgetLimits, RunBudgets } from '../../run/run-budgets.ts';
import type { Store } from '../../store/store.ts';
import {
  type AskCallsOptions,
  askCalls,
  type CallSums,
  type CallsAsked,
} from '../asking/ask-calls.ts';
import { itemsOfBank } from '../asking/call-sources.ts';
import { type BudgetUse, budgetUse } from './synthesis-budgets.ts';
import { readKept, type SynthesisJob } from './synthesis-job.ts';
import { askOnWorkers } from './workers/ask-on-workers.ts';

/** Dollars of rounding in sums. */
const ROUNDING = 1e-9;

/** How the missing calls of a synthesis are asked. */
export interface AskSynthesisOptions extends Omit<AskCallsOptions, 'budgets' | 'ask'> {
  readonly limits: BudgetLimits;
  /** Who asks, in place of this process. */
  readonly workers?: QueueWorkers | null;
}

/** The result of asking. Calls are missing if `kept` of the job lacks them. */
export interface SynthesisAsked extends Omit<CallsAsked, 'sums' | 'unanswered'> {
  /** Calls of this session: answered, those of them with kept replies, and without an answer after all retries. */
  readonly sums: Omit<CallSums, 'dollars'>;
  /** Dollars of the run, and of this session. */
  readonly cost: number;
  readonly sessionCost: number;
  /** The part of `sessionCost` without an answer: possible charges for failed requests. */
  readonly lostCost: number;
  readonly sessionTokens: number;
  /** The state of each budget. */
  readonly budgets: readonly BudgetUse[];
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
  { limits, workers = null, ...options }: AskSynthesisOptions,
): Promise<SynthesisAsked> {
  const { bank, plan, calls, kept, needed } = job;
  const { concurrency, clock } = options;
  // A worker that still ends a call of the previous holder would keep the cost of its replies itself.
  if (workers === null) await store.chargeReplies(run, new Date(clock.now()).toISOString());
  // The previous holder may have kept more before this process claimed the run.
  const before = await readKept(store, run, job);
  const budgets = new RunBudgets(limits, before, clock);
  let retries: Readonly<Record<string, number>> = {};
  try {
    const {
      sums: { dollars, ...sums },
      unanswered: _,
      ...asked
    } = await askCalls(
      store,
      {
        ...{ ...itemsOfBank(store, bank), calls, kept, needed },
        participants: plan.participants,
        scores: { rows: plan.callsOf.map((own) => [own[own.length - 1]]) },
        // Criticisms need not have an answer.
        isAnswer: (call) => calls[call].before.length === 0,
        modelOf: (examinee) => speakerOfCall(examinee).model,
        retries: () => sumOf(job.retries(), retries),
      },
      run,
      {
        ...options,
        budgets,
        ...(workers !== null && {
          ask: (_, { stop, abort, onAnswer }, onFailure) =>
            askOnWorkers(store, job, run, {
              ...{ workers, limits, budgets, before, concurrency, stop, abort },
              ...{ onAnswer, onFailure },
              onRetries: (more) => {
                retries = sumOf(retries, more);
              },
            }),
        }),
      },
    );
    const sessionCost = budgets.taken.dollars - before.dollars;
    const lostCost = sessionCost - dollars;
    return {
      ...asked,
      sums,
      cost: budgets.taken.dollars,
      sessionCost,
      lostCost: lostCost < ROUNDING ? 0 : lostCost,
      sessionTokens: budgets.taken.tokens - before.tokens,
      budgets: budgetUse(limits, budgets),
    };
  } finally {
    budgets.close();
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
