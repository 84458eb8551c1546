import { normalQuantile } from '../../src/statistics/normal-quantile.ts';
import { normalTail } from '../../src/statistics/normal-tail.ts';
import { itemChance } from '../debate/item-chance.ts';
import type { DebateSettings } from '../debate/settings.ts';
import type { SimulatedPopulation } from './simulated-population.ts';

/** Half-way curves that lie below guessing have their difficulty here, in probability above it. */
const LEAST = 0.01;

/**
 * The difficulty of an item for all models, including its shared effect: the ability at which a model is right with probability
 * (1 + c)/2 (is-right.ts),
 *
 *     Φ(√(1 + s²) Φ⁻¹(P(θ)) − s z) = (1 + c)/2.
 *
 * With s² = 0 it is b. For an item that is easier than that at every ability, it is the ability at which P is 0.01 above c.
 */
export function trueDifficulties(
  { seed, items }: SimulatedPopulation,
  { common = 0 }: Partial<DebateSettings>,
): Float64Array {
  return Float64Array.from(items, ({ id, a, b, c, options }) => {
    if (common === 0) return b;
    const half = normalQuantile((1 + c) / 2);
    const z = itemChance(seed, id, options).effect;
    const p = normalTail(-(half + Math.sqrt(common) * z) / Math.sqrt(1 + common));
    const share = Math.min(1 - LEAST, Math.max(LEAST, (p - c) / (1 - c)));
    return b + Math.log(share / (1 - share)) / a;
  });
}
