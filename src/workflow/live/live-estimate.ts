import type { Item } from '../../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration.ts';
import { withSystemPrompt } from '../../examinee/endpoint/most-cost.ts';
import { usualPromptTokens } from '../../examinee/endpoint/token-estimate.ts';
import { type AskOptions, questionsOf } from '../../run/ask-item.ts';
import { mostCost } from '../../run/most-cost.ts';
import { count, decimal, plural } from '../../numbers.ts';

/** What an answer takes, before any is known, by variant. */
export const USUAL_ANSWER = {
  cot: { tokens: 350, seconds: 6 },
  'answer-only': { tokens: 10, seconds: 1 },
} as const;

/** What a run will take, before its first call. */
export interface Estimate {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** In dollars; null where a model has no price. */
  readonly cost: number | null;
  /** The same where every answer is as long as it may be. No bound: items beyond the sample, and requests that fail, may take more. */
  readonly most: number | null;
  readonly seconds: number;
}

/**
 * Estimates what asking `items` of each model takes, from a sample of them.
 * @param left items that each model is still to be asked
 */
export function estimate(
  models: readonly EndpointConfiguration[],
  left: readonly number[],
  sample: readonly Item[],
  askOf: (item: Item) => AskOptions,
  { variant, concurrency }: { readonly variant: string; readonly concurrency: number },
): Estimate {
  const kind = variant === 'answer-only' ? 'answer-only' : 'cot';
  const usual = USUAL_ANSWER[kind];
  const asked = sample.flatMap((item) => questionsOf(item, askOf(item).prompt));
  const questions = asked.length / sample.length;
  const completion = usual.tokens * questions;
  const total = { calls: 0, prompt: 0, completion: 0, cost: 0, most: 0, seconds: 0 };
  let isPriced = true;
  models.forEach((model, m) => {
    const sizes = asked.map(({ messages }) => usualPromptTokens(withSystemPrompt(model, messages)));
    const prompt = sizes.reduce((sum, tokens) => sum + tokens, 0) / sample.length;
    total.calls += left[m] * questions;
    total.prompt += left[m] * prompt;
    total.completion += left[m] * completion;
    const inFlight = Math.min(concurrency, model.concurrency);
    total.seconds = Math.max(total.seconds, (left[m] * questions * usual.seconds) / inFlight);
    if (model.price === null) isPriced = false;
    else {
      total.cost +=
        (left[m] * (prompt * model.price.prompt + completion * model.price.completion)) / 1e6;
      const most = mostCost(model, askOf);
      total.most += (left[m] * sample.reduce((sum, item) => sum + most(item), 0)) / sample.length;
    }
  });
  return {
    calls: Math.round(total.calls),
    promptTokens: Math.round(total.prompt),
    completionTokens: Math.round(total.completion),
    cost: isPriced ? total.cost : null,
    most: isPriced ? total.most : null,
    seconds: total.seconds,
  };
}

/** Where prices are given: by an option, or by the file that describes models. */
export const PRICE_OPTION = '--price IN:OUT';
export const PRICE_FIELD = 'price in the configuration';

/** One line of it. @param pricedBy where prices are given */
export function estimateLine(
  estimate: Estimate,
  budget: number | null,
  pricedBy: string = PRICE_OPTION,
): string {
  const limit = budget === null ? '' : `, within a budget of ${money2(budget)}`;
  const time =
    estimate.calls === 0 ? '' : `, ${duration(estimate.seconds)} if an endpoint keeps up`;
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
  if (calls === 0) return 'no calls, all answers are kept';
  const money =
    cost === null
      ? `no price given (${pricedBy})`
      : `about ${money2(cost)}${most === null ? '' : `, up to about ${money2(most)}`}`;
  return `${count(calls)} calls, about ${thousands(promptTokens)} prompt and ${thousands(completionTokens)} completion tokens, ${money}`;
}

/** $1.20, $0.0031, $0.00001: however little it is, it is not shown as nothing. */
export function money2(dollars: number): string {
  if (!(dollars > 0 && dollars < 0.1)) return `$${decimal(dollars, 2)}`;
  const first = Math.ceil(-Math.log10(dollars));
  return `$${decimal(dollars, Math.min(20, Math.max(4, first)))}`;
}

function thousands(tokens: number): string {
  return tokens < 10_000 ? count(tokens) : `${count(Math.round(tokens / 1000))}k`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `about ${plural(Math.max(1, Math.round(seconds)), 'second')}`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  return `about ${decimal(seconds / 3600, 1)} hours`;
}
