import type { EndpointConfiguration } from '../configuration/configuration.ts';
import type { Usage } from '../reply/request-outcome.ts';

/** Dollars of one answer; 0 if there is no price table. */
export function cost(price: EndpointConfiguration['price'], usage: Usage): number {
  if (price === null) return 0;
  const { prompt, cachedPrompt, completion } = usage;
  const cached = price.cached ?? price.prompt;
  const sum =
    (prompt - cachedPrompt) * price.prompt + cachedPrompt * cached + completion * price.completion;
  return sum / 1e6;
}
