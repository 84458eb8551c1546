import {
  BUDGET_KINDS,
  type BudgetKind,
  type BudgetLimits,
  type RunBudgets,
  type Taken,
} from '../../run/run-budgets.ts';
import { type LeastCall, requireBounds, requireRoom } from '../asking/require-budgets.ts';
import type { Estimate } from '../live/live-estimate.ts';
import { mostOf, type SynthesisEstimate } from './synthesis-estimate.ts';
import type { SynthesisJob } from './synthesis-job.ts';

/** The rest of a budget before the first call, and whether it will suffice. Dollars, tokens or milliseconds. */
export interface BudgetOutlook {
  readonly kind: BudgetKind;
  readonly limit: number;
  readonly left: number;
  readonly expected: number;
  /** What is expected where every answer is as long as it may be; null if nothing limits answers. */
  readonly most: number | null;
  /**
   * `surely` if nothing is missing, `probably` if the expected use fits. There is no upper bound before the end, because failed
   * requests may be charged for.
   */
  readonly suffices: 'surely' | 'probably' | 'no';
}

/** What a session has made of a budget: `used` of the run, of the time that of this session. */
export interface BudgetUse {
  readonly kind: BudgetKind;
  readonly limit: number;
  readonly used: number;
  /** Whether it stopped the session. */
  readonly isSpent: boolean;
}

/**
 * Refuses budgets that a synthesis cannot keep to, or cannot begin with.
 * @throws OPTIONS_CONFLICT if a call may take anything of what is bounded; OPTION_INVALID where some call fits in at no item
 */
export function requireBudgets(limits: BudgetLimits, job: SynthesisJob): void {
  requireBounds(limits, job.synthesis.models, job.caller);
  if (limits.money !== null || limits.tokens !== null)
    requireRoom(limits, leastCalls(job), job.caller);
}

/** What each call can take at least, over the sample. */
function* leastCalls({ plan, calls, sample }: SynthesisJob): Generator<LeastCall> {
  for (const [k, call] of plan.calls.entries()) {
    const most = sample.map((item) => mostOf(call, calls[k], item, 0));
    yield {
      model: call.model,
      dollars: Math.min(...most.map(({ dollars }) => dollars)),
      tokens: Math.min(...most.map(({ tokens }) => tokens)),
    };
  }
}

/** Whether each budget will suffice. @param taken of the run before this session */
export function budgetOutlook(
  limits: BudgetLimits,
  estimate: Pick<SynthesisEstimate, keyof Estimate | 'mostTokens'>,
  taken: Taken,
): BudgetOutlook[] {
  const {
    calls,
    promptTokens,
    completionTokens,
    cost,
    most,
    mostTokens: tokens,
    seconds,
  } = estimate;
  const of = {
    money: { before: taken.dollars, expected: cost ?? 0, most },
    tokens: { before: taken.tokens, expected: promptTokens + completionTokens, most: tokens },
    time: { before: 0, expected: 1000 * seconds, most: null },
  };
  return BUDGET_KINDS.flatMap((kind) => {
    const limit = limits[kind];
    if (limit === null) return [];
    const { before, expected, most: atMost } = of[kind];
    const left = Math.max(0, limit - before);
    const suffices = calls === 0 ? 'surely' : expected <= left ? 'probably' : 'no';
    return [{ kind, limit, left, expected, most: atMost, suffices } as const];
  });
}

/** The state of each budget. */
export function budgetUse(limits: BudgetLimits, budgets: RunBudgets): BudgetUse[] {
  const { dollars, tokens } = budgets.taken;
  const used = { money: dollars, tokens, time: budgets.elapsed };
  return BUDGET_KINDS.flatMap((kind) => {
    const limit = limits[kind];
    if (limit === null) return [];
    return [{ kind, limit, used: used[kind], isSpent: budgets.spent.includes(kind) }];
  });
}
