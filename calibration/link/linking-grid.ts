import type { LinkingGrid } from './curve-constants.ts';

/** Abilities from `low` to `high` by steps, and their weights. */
export function linkingGrid(
  low: number,
  high: number,
  step: number,
  weights: 'uniform' | 'normal',
): LinkingGrid {
  // A last step that is shorter by rounding is a whole one.
  const count = Math.floor((high - low) / step + 1e-9) + 1;
  const ability = Float64Array.from({ length: count }, (_, q) => low + q * step);
  const weight = ability.map((t) => (weights === 'normal' ? Math.exp((-t * t) / 2) : 1));
  return { ability, weight };
}
