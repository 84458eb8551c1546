import type { Clock, Store, SynthesisWatch } from 'thetarank';
import {
  askSynthesis,
  BUDGET_KINDS,
  type BudgetLimits,
  type BudgetUse,
  finishSynthesis,
  type Interrupts,
  type SynthesisAsked,
  type Taken,
} from 'thetarank/study';
import type { TrialPart } from './trial-parts.ts';

export interface AskTrialOptions {
  /** Limits of the whole trial; time counts from now. */
  readonly limits: BudgetLimits;
  readonly concurrency: number;
  readonly interrupts: Interrupts;
  /** Called with the progress of each part; optional. */
  readonly watch?: SynthesisWatch;
  readonly clock: Clock;
}

/** The result of asking the parts of a trial. */
export interface TrialAsked {
  /** One entry per part that was reached, in order. */
  readonly parts: readonly SynthesisAsked[];
  readonly budgets: readonly BudgetUse[];
  /** Dollars of all runs, and of this session. */
  readonly cost: number;
  readonly sessionCost: number;
}

/**
 * Asks the parts one after another until a budget is spent or an interrupt occurs. If the endpoints of one part fail, the
 * others are still asked.
 * @param runs of the parts, claimed by this process
 */
export async function askTrial(
  store: Store,
  parts: readonly TrialPart[],
  runs: readonly number[],
  { limits, concurrency, interrupts, watch, clock }: AskTrialOptions,
): Promise<TrialAsked> {
  const begin = clock.now();
  const taken = parts.map(({ job }) => job.taken);
  const all: SynthesisAsked[] = [];
  for (const [k, { job, title }] of parts.entries()) {
    const others = sumOf(taken.filter((_, other) => other !== k));
    const own = limitsLeft(limits, others, clock.now() - begin);
    const asked = await askSynthesis(store, job, runs[k], {
      limits: own,
      concurrency,
      interrupts,
      ...(watch && { watch }),
      clock,
      title,
    });
    all.push(asked);
    const tokens = asked.budgets.find(({ kind }) => kind === 'tokens')?.used;
    taken[k] = { dollars: asked.cost, tokens: tokens ?? taken[k].tokens };
    await finishSynthesis(store, job, runs[k], asked, new Date(clock.now()).toISOString());
    if (asked.isInterrupted || asked.budgets.some(({ isSpent }) => isSpent)) break;
  }
  const { dollars, tokens } = sumOf(taken);
  const used = { money: dollars, tokens, time: clock.now() - begin };
  return {
    parts: all,
    budgets: BUDGET_KINDS.flatMap((kind) => {
      const limit = limits[kind];
      const isSpent = all.some(({ budgets }) =>
        budgets.some((budget) => budget.kind === kind && budget.isSpent),
      );
      return limit === null ? [] : [{ kind, limit, used: used[kind], isSpent }];
    }),
    cost: dollars,
    sessionCost: all.reduce((sum, { sessionCost }) => sum + sessionCost, 0),
  };
}

/** The share of the trial's budget that a part may use, including its own earlier use. */
export function limitsLeft(
  { money, tokens, time }: BudgetLimits,
  others: Taken,
  elapsed: number,
): BudgetLimits {
  return {
    money: money === null ? null : Math.max(0, money - others.dollars),
    tokens: tokens === null ? null : Math.max(0, tokens - others.tokens),
    // If the time is used up, asking ends at the first call.
    time: time === null ? null : Math.max(0, time - elapsed),
  };
}

export function sumOf(taken: readonly Taken[]): Taken {
  return {
    dollars: taken.reduce((sum, { dollars }) => sum + dollars, 0),
    tokens: taken.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
