import type { EndpointConfiguration } from './configuration.ts';
import type { Usage } from './outcome.ts';

/** Dollars of one answer; 0 where there is no price table or the endpoint does not count tokens. */
export function cost(price: EndpointConfiguration['price'], usage: Usage | null): number {
  if (price === null || usage === null) return 0;
  const { prompt, cachedPrompt, completion } = usage;
  const cached = price.cached ?? price.prompt;
  const sum =
    (prompt - cachedPrompt) * price.prompt + cachedPrompt * cached + completion * price.completion;
  return sum / 1e6;
}
