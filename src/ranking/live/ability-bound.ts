import type { AbilityEstimate } from '../../irt/estimate/estimate.ts';

/** The end of the range of abilities that an estimate lies on, where its answers point there or beyond; null within. */
export type AbilityBound = 'lowest' | 'highest';

export function abilityBound({
  ability,
  atBound,
}: Pick<AbilityEstimate, 'ability' | 'atBound'>): AbilityBound | null {
  if (!atBound) return null;
  return ability > 0 ? 'highest' : 'lowest';
}
