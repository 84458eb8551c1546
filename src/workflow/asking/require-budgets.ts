import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { mostTokens } from '../../examinee/endpoint/cost/most-cost.ts';
import type { BudgetKind, BudgetLimits, Taken } from '../../run/run-budgets.ts';
import { budgetText } from './budget-text.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses budgets that cannot be kept to.
 * @param where the models are configured, after their names in errors
 * @throws OPTIONS_CONFLICT if a call of a model may take anything of what is bounded
 */
export function requireBounds(
  { money, tokens }: BudgetLimits,
  models: readonly EndpointConfiguration[],
  caller: Caller,
  where = ' in the configuration',
): void {
  for (const model of models) {
    const words = caller.wordsOf(model.name);
    const isEndless = mostTokens(model) === null && (money !== null || tokens !== null);
    const lacks =
      money !== null && model.price === null ? words.price : isEndless ? words.maxTokens : null;
    if (lacks !== null)
      fail('OPTIONS_CONFLICT', {
        options: caller.budget,
        reason: `there is no ${lacks} for ${model.name}${where}.`,
      });
  }
}

/** The least that a call of a model can take at any item. */
export interface LeastCall {
  readonly model: string;
  readonly dollars: number;
  readonly tokens: number;
}

/**
 * A budget that is too small for some call at every item would end the run before it begins.
 * @throws OPTION_INVALID
 */
export function requireRoom(
  limits: BudgetLimits,
  calls: Iterable<LeastCall>,
  caller: Caller,
): void {
  const amounts: readonly (readonly [BudgetKind, (most: Taken) => number])[] = [
    ['money', ({ dollars }) => dollars],
    ['tokens', ({ tokens }) => tokens],
  ];
  for (const call of calls)
    for (const [kind, amount] of amounts) {
      const limit = limits[kind];
      if (limit === null || amount(call) <= limit) continue;
      fail('OPTION_INVALID', {
        option: caller.budget,
        found: `${budgetText(kind, limit)}, where one call of ${call.model} may take ${budgetText(kind, amount(call))}`,
        accepted: `more than that, or a lower ${caller.wordsOf(call.model).maxTokens}`,
      });
    }
}
