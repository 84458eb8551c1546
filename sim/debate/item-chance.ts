import { randomNormal, randomStream } from '../../src/random.ts';

/** What chance gives an item, whoever is asked: drawn by seed and id. */
export interface ItemChance {
  /** z, standard normal: above 0 the item is harder for all models alike, where they have something in common. */
  readonly effect: number;
  /** 32 bits from which the draws of its debates are made (pair-draw.ts). */
  readonly key: number;
  /** Standard normal, one for each option: the more the more tempting, where plausibilities are not given. */
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
