import type { AbilityEstimate } from '../../irt/estimate/estimate.ts';

/** The end of the ability range at which an estimate lies because its answers point there or beyond; null inside the range. */
export type AbilityBound = 'lowest' | 'highest';

export function abilityBound({
  ability,
  atBound,
}: Pick<AbilityEstimate, 'ability' | 'atBound'>): AbilityBound | null {
  if (!atBound) return null;
  return ability > 0 ? 'highest' : 'lowest';
}
