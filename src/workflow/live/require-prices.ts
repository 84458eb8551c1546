import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { mostTokens } from '../../examinee/endpoint/cost/most-cost.ts';

/** Without a price or a token limit, the cost of an answer is not known. @throws OPTIONS_CONFLICT */
export function requirePrices(models: readonly EndpointConfiguration[]): void {
  for (const model of models) {
    const lacks =
      model.price === null
        ? 'price; add -M price=IN:OUT, in dollars per million tokens'
        : mostTokens(model) === null
          ? 'limit of tokens; add -M max-tokens=N'
          : null;
    if (lacks !== null)
      fail('OPTIONS_CONFLICT', {
        options: '--budget',
        reason: `there is no ${lacks.replace(';', ` for ${model.name};`)}.`,
      });
  }
}
