import { count, decimal, money2, plural } from '../../numbers.ts';
import { mean } from '../../statistics/mean.ts';
import type { Estimate } from '../../workflow/live/live-estimate.ts';
import { FLAG_WORDS } from './flag-words.ts';

/** Where prices are given: by an option, or by the file that describes models. */
const PRICE_OPTION = FLAG_WORDS.price;
export const PRICE_FIELD = 'price in the configuration';

/** A budget in dollars: all of it, what is left of it, and the items that each model is still to be asked. */
export interface BudgetLeft {
  readonly limit: number;
  readonly left: number;
  readonly items: readonly number[];
}

/** One line of it. @param pricedBy where prices are given */
export function estimateLine(
  estimate: Estimate,
  budget: BudgetLeft | null,
  pricedBy: string = PRICE_OPTION,
): string {
  const limit = budget === null ? '' : budgetWords(estimate, budget);
  const time =
    estimate.calls === 0 ? '' : `, ${duration(estimate.seconds)} if the endpoint keeps up`;
  return `${amounts(estimate, pricedBy)}${limit}${time}.`;
}

/** Whether a budget will do; if not, what part of the items it pays for. */
function budgetWords({ cost }: Estimate, { limit, left, items }: BudgetLeft): string {
  if (cost === null || cost <= left) return `, within a budget of ${money2(limit)}`;
  const paid = Math.floor((Math.max(0, left) / cost) * mean(items));
  const rest = left < limit ? `, with ${money2(Math.max(0, left))} left,` : '';
  return `, of which the budget of ${money2(limit)}${rest} pays about ${plural(paid, 'item')} per model`;
}

/** One line of it without the time, where others decide about that. */
export function takenLine(estimate: Estimate, pricedBy: string = PRICE_OPTION): string {
  return `${amounts(estimate, pricedBy)}.`;
}

function amounts(
  { calls, promptTokens, completionTokens, cost, most }: Estimate,
  pricedBy: string,
): string {
  if (calls === 0) return 'no calls: all answers are kept already';
  const money =
    cost === null
      ? `cost unknown: no price given (${pricedBy})`
      : `about ${money2(cost)}${most === null ? '' : `, up to about ${money2(most)}`}`;
  return `${count(calls)} calls, about ${thousands(promptTokens)} prompt and ${thousands(completionTokens)} completion tokens, ${money}`;
}

function thousands(tokens: number): string {
  return tokens < 10_000 ? count(tokens) : `${count(Math.round(tokens / 1000))}k`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `about ${plural(Math.max(1, Math.round(seconds)), 'second')}`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  return `about ${decimal(seconds / 3600, 1)} hours`;
}
