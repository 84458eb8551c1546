import { count, decimal, money2, plural } from '../../numbers.ts';
import type { Estimate } from '../../workflow/live/live-estimate.ts';

/** Where prices are given: by an option, or by the file that describes models. */
const PRICE_OPTION = '-M price=IN:OUT';
export const PRICE_FIELD = 'price in the configuration';

/** One line of it. @param pricedBy where prices are given */
export function estimateLine(
  estimate: Estimate,
  budget: number | null,
  pricedBy: string = PRICE_OPTION,
): string {
  const limit = budget === null ? '' : `, within a budget of ${money2(budget)}`;
  const time =
    estimate.calls === 0 ? '' : `, ${duration(estimate.seconds)} if the endpoint keeps up`;
  return `${amounts(estimate, pricedBy)}${limit}${time}.`;
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
