import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { mostTokens } from '../../examinee/endpoint/cost/most-cost.ts';
import type { Caller } from '../asking/caller.ts';

/** Without a price or a token limit, the cost of an answer is not known. @throws OPTIONS_CONFLICT */
export function requirePrices(
  models: readonly EndpointConfiguration[],
  { budget, wordsOf }: Caller,
): void {
  for (const model of models) {
    const words = wordsOf(model.name);
    const lacks =
      model.price === null
        ? `price; add ${words.price}, in dollars per million tokens`
        : mostTokens(model) === null
          ? `limit of tokens; add ${words.maxTokens}`
          : null;
    if (lacks !== null)
      fail('OPTIONS_CONFLICT', {
        options: budget,
        reason: `there is no ${lacks.replace(';', ` for ${model.name};`)}.`,
      });
  }
}
