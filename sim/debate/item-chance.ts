import { randomNormal, randomStream } from '../../src/random.ts';

/** The random values of an item for all models, drawn by seed and id. */
export interface ItemChance {
  /** z, standard normal: if models share errors, the item is harder for all of them above 0. */
  readonly effect: number;
  /** 32 bits from which the draws of its debates are made (pair-draw.ts). */
  readonly key: number;
  /** Standard normal, one per option: higher values are more tempting, if plausibilities are not given. */
  readonly temptations: Float64Array;
}

export function itemChance(seed: string | number, id: string, options: number): ItemChance {
  const random = randomStream(seed, 'debate', id, 'item');
  const effect = randomNormal(random);
  const key = Math.floor(random() * 2 ** 32) | 0;
  return {
    effect,
    key,
    temptations: Float64Array.from({ length: options }, () => randomNormal(random)),
  };
}
