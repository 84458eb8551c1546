import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration.ts';
import { mostTokens } from '../../examinee/endpoint/most-cost.ts';

/** Without a price, or a limit of tokens, nobody knows what an answer may cost. @throws OPTIONS_CONFLICT */
export function requirePrices(models: readonly EndpointConfiguration[]): void {
  for (const model of models) {
    const lacks =
      model.price === null
        ? 'price; give --price IN:OUT in dollars per million tokens'
        : mostTokens(model) === null
          ? 'limit of tokens; give --max-tokens'
          : null;
    if (lacks !== null)
      fail('OPTIONS_CONFLICT', {
        options: '--budget',
        reason: `there is no ${lacks.replace(';', ` for ${model.name};`)}.`,
      });
  }
}
