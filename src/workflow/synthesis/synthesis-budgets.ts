import { fail } from '../../errors.ts';
import { mostTokens } from '../../examinee/endpoint/cost/most-cost.ts';
import {
  BUDGET_KINDS,
  type BudgetKind,
  type BudgetLimits,
  type RunBudgets,
  type Taken,
} from '../../run/run-budgets.ts';
import { budgetText } from '../asking/budget-text.ts';
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
  requireBounds(limits, job);
  requireRoom(limits, job);
}

function requireBounds({ money, tokens }: BudgetLimits, { synthesis, caller }: SynthesisJob): void {
  for (const model of synthesis.models) {
    const words = caller.wordsOf(model.name);
    const isEndless = mostTokens(model) === null && (money !== null || tokens !== null);
    const lacks =
      money !== null && model.price === null ? words.price : isEndless ? words.maxTokens : null;
    if (lacks !== null)
      fail('OPTIONS_CONFLICT', {
        options: caller.budget,
        reason: `there is no ${lacks} for ${model.name} in the configuration.`,
      });
  }
}

/** A budget that is too small for some call at every item would end the run before it begins. */
function requireRoom(limits: BudgetLimits, { plan, calls, sample, caller }: SynthesisJob): void {
  const amounts: readonly (readonly [BudgetKind, (most: Taken) => number])[] = [
    ['money', ({ dollars }) => dollars],
    ['tokens', ({ tokens }) => tokens],
  ];
  for (const [kind, amount] of amounts) {
    const limit = limits[kind];
    if (limit === null) continue;
    for (const [k, call] of plan.calls.entries()) {
      const least = Math.min(...sample.map((item) => amount(mostOf(call, calls[k], item, 0))));
      if (least <= limit) continue;
      fail('OPTION_INVALID', {
        option: caller.budget,
        found: `${budgetText(kind, limit)}, where one call of ${call.model} may take ${budgetText(kind, least)}`,
        accepted: `more than that, or a lower ${caller.wordsOf(call.model).maxTokens}`,
      });
    }
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
