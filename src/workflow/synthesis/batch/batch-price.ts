import type { SynthesisConfiguration } from '../../../../calibration/synthesize/configuration.ts';
import { keptPrice } from './kept-price.ts';

/** The folder of batches and their price, where they are given. */
export interface BatchPriceOptions {
  readonly batch?: string | undefined;
  readonly batchPrice?: number | undefined;
}

/** The configuration at the prices of batches: as they were when the first requests were written into the folder. */
export function atBatchPrice(
  synthesis: SynthesisConfiguration,
  options: BatchPriceOptions,
): SynthesisConfiguration {
  const batchPrice = priceOf(options);
  const models = synthesis.models.map((model) => {
    if (model.price === null) return model;
    const { prompt, completion, cached } = model.price;
    return {
      ...model,
      price: {
        prompt: batchPrice * prompt,
        completion: batchPrice * completion,
        ...(cached === undefined ? {} : { cached: batchPrice * cached }),
      },
    };
  });
  return { ...synthesis, models };
}

/** What a batch costs of the prices in the configuration. */
export function priceOf({ batch, batchPrice }: BatchPriceOptions): number {
  return batchPrice ?? (batch === undefined ? null : keptPrice(batch)) ?? 1;
}
